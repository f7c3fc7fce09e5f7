import type { NatsConnection } from '@nats-io/transport-node';
import { batchSubject } from './batches.js';
import { inboxOf } from './connection.js';
import type { PendingRequest } from './inbox.js';
import { HEARTBEAT_MS, Instances } from './instances.js';

/**
 * Subject on which every instance of a service answers heartbeats. It is part of the wire protocol between
 * versions.
 */
export function heartbeatSubject(service: string): string {
  return `${service}.replicas`;
}

const ACCEPTS_BATCHES = 'batches';

/**
 * An instance's reply to a heartbeat. @param request of the heartbeat; earlier versions send an empty one,
 * and expect only a name
 */
export function heartbeatReply(instance: string, request: string): string {
  return request === ACCEPTS_BATCHES ? `${instance} ${ACCEPTS_BATCHES}` : instance;
}

/** Tracks the instances of services by their heartbeats for the lifetime of the connection. */
export class ServiceDiscovery {
  private readonly services = new Map<string, Instances<PendingRequest>>();
  private readonly inbox: string;
  private beats = 0;

  /** @param onBeat called for a service after each heartbeat, when availability has been updated */
  constructor(
    private readonly connection: NatsConnection,
    private readonly onBeat: (instances: Instances<PendingRequest>) => void,
  ) {
    this.inbox = inboxOf(connection);
    connection.subscribe(`${this.inbox}.>`, {
      callback: (error, message) => {
        if (error) return;
        const [name = '', format] = message.string().split(' ');
        const [service = ''] = message.subject.slice(this.inbox.length + 1).split('.');
        const batches = format === ACCEPTS_BATCHES ? batchSubject(service, name) : undefined;
        // An empty reply comes from the NATS server: nobody subscribes.
        if (name) this.services.get(service)?.heard(name, batches);
      },
    });
    const timer = setInterval(() => this.beat(), HEARTBEAT_MS).unref();
    void connection.closed().then(() => clearInterval(timer));
  }

  /** The instances of a service, which is tracked from its first use on. */
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
    // Each heartbeat has a subject of its own, because a service may reply only once to each subject.
    this.beats += 1;
    const reply = `${this.inbox}.${service}.${this.beats}`;
    this.connection.publish(heartbeatSubject(service), ACCEPTS_BATCHES, { reply });
  }
}
