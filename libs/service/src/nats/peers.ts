import { randomUUID } from 'node:crypto';
import type { NatsConnection } from '@nats-io/transport-node';

const HEARTBEAT_MS = 1000;
/**
 * An instance is no longer counted if it has sent no heartbeat while more than this many of this process's own
 * heartbeats arrived.
 */
const MAX_MISSED = 3;

/**
 * Counts the live instances of a program by their heartbeats over NATS. Time is measured in arrivals of this process's
 * own heartbeats. While NATS is unavailable, no heartbeats arrive, so the count does not change.
 */
export class Peers {
  private readonly id = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private heartbeats = 0;
  private heartbeatAt = Number.NEGATIVE_INFINITY;
  /**
   * For each instance, how many of this process's own heartbeats had arrived when the instance's latest heartbeat
   * arrived.
   */
  private readonly latest = new Map<string, number>();

  constructor(
    private readonly nats: NatsConnection,
    private readonly subject: string,
  ) {}

  /** NestJS calls this method on startup. */
  onModuleInit(): void {
    const { nats, subject } = this;
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

  /** Number of live instances, including this process. */
  get count(): number {
    return Math.max(1, this.latest.size);
  }

  /** NestJS calls this method on shutdown. */
  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private receive(id: string): void {
    if (id === this.id) {
      const now = performance.now();
      // After a network outage, many of this process's own heartbeats may arrive at once. Count them as one.
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
