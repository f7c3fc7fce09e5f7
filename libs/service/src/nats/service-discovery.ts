import type { NatsConnection } from '@nats-io/transport-node';
import { batchSubject } from './batches.js';
import { inboxOf } from './connection.js';
import { NO_RESPONDERS, type PendingRequest } from './inbox.js';
import { HEARTBEAT_MS, Instances } from './instances.js';

/** Where every instance of a service answers a heartbeat with its name. The subject is part of the protocol between versions. */
export function heartbeatSubject(service: string): string {
  return `${service}.replicas`;
}

const ACCEPTS_BATCHES = 'batches';
const DRAINS = 'draining';

/**
 * What an instance replies to a heartbeat.
 * @param request of the heartbeat: earlier versions send none, and read a name only
 * @param isDraining whether the instance takes no new requests, and finishes those under way
 */
export function heartbeatReply(instance: string, request: string, isDraining: boolean): string {
  if (isDraining) return `${instance} ${DRAINS}`;
  return request === ACCEPTS_BATCHES ? `${instance} ${ACCEPTS_BATCHES}` : instance;
}

/** Follows the instances of services by their heartbeats, as long as the connection lives. */
export class ServiceDiscovery {
  private readonly services = new Map<string, Instances<PendingRequest>>();
  private readonly inbox: string;
  private beats = 0;

  /**
   * @param onBeat called for each service whenever it is known anew which instances are unavailable
   * @param onNone called for a service when NATS says that no instance of it is connected
   */
  constructor(
    private readonly connection: NatsConnection,
    private readonly onBeat: (instances: Instances<PendingRequest>) => void,
    onNone: (instances: Instances<PendingRequest>) => void,
  ) {
    this.inbox = inboxOf(connection);
    connection.subscribe(`${this.inbox}.>`, {
      callback: (error, message) => {
        if (error) return;
        const [name = '', format] = message.string().split(' ');
        const [service = ''] = message.subject.slice(this.inbox.length + 1).split('.');
        const batches = format === ACCEPTS_BATCHES ? batchSubject(service, name) : undefined;
        const instances = this.services.get(service);
        if (!instances) return;
        if (format === DRAINS) instances.drains(name);
        else if (name) instances.heard(name, batches);
        else if (message.headers?.code === NO_RESPONDERS) onNone(instances);
      },
    });
    const timer = setInterval(() => this.beat(), HEARTBEAT_MS).unref();
    void connection.closed().then(() => clearInterval(timer));
  }

  /** The instances of a service, which is followed from the first time on. */
  of(service: string): Instances<PendingRequest> {
    const known = this.services.get(service);
    if (known) return known;
    const instances = new Instances<PendingRequest>();
    this.services.set(service, instances);
    this.ask(service);
    return instances;
  }

  private beat(): void {
    for (const [service, instances] of this.services) {
      instances.beat();
      this.onBeat(instances);
      this.ask(service);
    }
  }

  private ask(service: string): void {
    if (this.connection.isClosed() || this.connection.isDraining()) return;
    // Numbered: a service may reply on each subject once.
    this.beats += 1;
    const reply = `${this.inbox}.${service}.${this.beats}`;
    this.connection.publish(heartbeatSubject(service), ACCEPTS_BATCHES, { reply });
  }
}
