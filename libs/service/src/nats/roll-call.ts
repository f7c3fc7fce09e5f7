import type { NatsConnection } from '@nats-io/transport-node';
import { inboxOf } from './connection.js';
import { Replicas, ROLL_CALL_MS } from './replicas.js';

/** Where every replica of a service answers with its name. */
export function rollCallSubject(service: string): string {
  return `${service}.replicas`;
}

/** Keeps asking the replicas of services who is there, as long as the connection lives. */
export class RollCall {
  private readonly services = new Map<string, Replicas>();
  private readonly inbox: string;
  private calls = 0;

  constructor(private readonly connection: NatsConnection) {
    this.inbox = inboxOf(connection);
    connection.subscribe(`${this.inbox}.>`, {
      callback: (error, message) => {
        if (error) return;
        const replica = message.string();
        const [service = ''] = message.subject.slice(this.inbox.length + 1).split('.');
        // Nobody there: the server's own answer, which is empty.
        if (replica) this.services.get(service)?.heard(replica);
      },
    });
    const timer = setInterval(() => this.ask(...this.services.keys()), ROLL_CALL_MS).unref();
    void connection.closed().then(() => clearInterval(timer));
  }

  /** The replicas of a service; from the first time on they are asked. */
  of(service: string): Replicas {
    const known = this.services.get(service);
    if (known) return known;
    const replicas = new Replicas();
    this.services.set(service, replicas);
    this.ask(service);
    return replicas;
  }

  private ask(...services: string[]): void {
    if (this.connection.isClosed() || this.connection.isDraining()) return;
    // Each with a number: a service may answer on each subject once.
    this.calls += 1;
    for (const service of services) {
      const reply = `${this.inbox}.${service}.${this.calls}`;
      this.connection.publish(rollCallSubject(service), '', { reply });
    }
  }
}
