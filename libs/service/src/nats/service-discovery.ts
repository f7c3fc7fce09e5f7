import type { NatsConnection } from '@nats-io/transport-node';
import { batchSubject } from './batches.js';
import { inboxOf } from './connection.js';
import { NO_RESPONDERS } from './inbox.js';
import { HEARTBEAT_MS, INSTANCE_NAME, Instances } from './instances.js';

/**
 * Returns the subject for heartbeats. Every instance of a service replies to them. The subject must not change, because
 * instances of different versions use it.
 */
export function heartbeatSubject(service: string): string {
  return `${service}.replicas`;
}

const ACCEPTS_BATCHES = 'batches';
const DRAINS = 'draining';

/**
 * Returns an instance's reply to a heartbeat.
 * @param request payload of the heartbeat; if it is empty, the client runs an earlier version and expects only the name
 * of the instance in the reply
 * @param isDraining whether the instance accepts no new requests
 */
export function heartbeatReply(instance: string, request: string, isDraining: boolean): string {
  if (isDraining) return `${instance} ${DRAINS}`;
  return request === ACCEPTS_BATCHES ? `${instance} ${ACCEPTS_BATCHES}` : instance;
}

/** Tracks the instances of services by their heartbeats until the connection closes. */
export class ServiceDiscovery {
  private readonly services = new Map<string, Instances>();
  private readonly inbox: string;
  private beats = 0;

  /**
   * @param onBeat called for a service after each heartbeat, once the availability of its instances is up to date
   * @param onNone called for a service if NATS replies that no instance is connected
   */
  constructor(
    private readonly connection: NatsConnection,
    private readonly onBeat: (instances: Instances) => void,
    onNone: (instances: Instances) => void,
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
        else if (INSTANCE_NAME.test(name)) instances.responded(name, batches);
        else if (message.headers?.code === NO_RESPONDERS) onNone(instances);
      },
    });
    const timer = setInterval(() => this.beat(), HEARTBEAT_MS).unref();
    void connection.closed().then(() => clearInterval(timer));
  }

  /** Returns the instances of a service. The first call starts tracking them. */
  of(service: string): Instances {
    const known = this.services.get(service);
    if (known) return known;
    const instances = new Instances();
    this.services.set(service, instances);
    this.sendHeartbeat(service);
    return instances;
  }

  private beat(): void {
    for (const [service, instances] of this.services) {
      instances.beat();
      this.onBeat(instances);
      this.sendHeartbeat(service);
    }
  }

  private sendHeartbeat(service: string): void {
    if (this.connection.isClosed() || this.connection.isDraining()) return;
    // Use a new reply subject for each heartbeat, because NATS limits how many replies a service may send to one
    // subject.
    this.beats += 1;
    const reply = `${this.inbox}.${service}.${this.beats}`;
    this.connection.publish(heartbeatSubject(service), ACCEPTS_BATCHES, { reply });
  }
}
