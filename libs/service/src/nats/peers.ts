import { randomUUID } from 'node:crypto';
import type { NatsConnection } from '@nats-io/transport-node';

const HEARTBEAT_MS = 1000;
/** Heartbeats of our own that a peer may miss. */
const MAX_MISSED = 3;

/**
 * Counts the instances of one kind that are alive, by their heartbeats over NATS.
 *
 * Time is measured in our own heartbeats, as they arrive back here. While NATS is unavailable, none do, and the count stays
 * what it was.
 */
export class Peers {
  private readonly id = randomUUID();
  private readonly timer: NodeJS.Timeout;
  private heartbeats = 0;
  private heartbeatAt = Number.NEGATIVE_INFINITY;
  /** Of each instance, how many heartbeats of our own had arrived at its latest. */
  private readonly latest = new Map<string, number>();

  constructor(nats: NatsConnection, subject: string) {
    nats.subscribe(subject, {
      callback: (error, message) => {
        if (!error) this.receive(message.string());
      },
    });
    const send = (): void => {
      if (!nats.isClosed() && !nats.isDraining()) nats.publish(subject, this.id);
    };
    send();
    this.timer = setInterval(send, HEARTBEAT_MS).unref();
  }

  /** How many are alive, this one included. */
  get count(): number {
    return Math.max(1, this.latest.size);
  }

  /** Called by the framework when the process stops. */
  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private receive(id: string): void {
    if (id === this.id) {
      const now = performance.now();
      // A network that stalled delivers many at once.
      if (now - this.heartbeatAt < HEARTBEAT_MS / 2) return;
      this.heartbeatAt = now;
      this.heartbeats += 1;
      for (const [peer, heartbeat] of this.latest) {
        if (this.heartbeats - heartbeat > MAX_MISSED) this.latest.delete(peer);
      }
    }
    this.latest.set(id, this.heartbeats);
  }
}
