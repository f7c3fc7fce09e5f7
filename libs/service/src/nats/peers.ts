import { randomUUID } from 'node:crypto';
import type { NatsConnection } from '@nats-io/transport-node';

const HEARTBEAT_MS = 1000;
/** Number of this process's heartbeat intervals after which a silent instance is no longer counted. */
const MAX_MISSED = 3;

/**
 * Counts the live instances of a program by their heartbeats over NATS. Time is measured in this process's own
 * heartbeats as they arrive back over NATS. While NATS is unavailable, no heartbeats arrive, so the count stays
 * unchanged.
 */
export class Peers {
  private readonly id = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private heartbeats = 0;
  private heartbeatAt = Number.NEGATIVE_INFINITY;
  /**
   * For each instance, the number of this process's heartbeats that had arrived when the instance's latest
   * heartbeat arrived.
   */
  private readonly latest = new Map<string, number>();

  constructor(
    private readonly nats: NatsConnection,
    private readonly subject: string,
  ) {}

  /** Starts counting. Called by the framework on startup. */
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

  /** Called by the framework on shutdown. */
  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private receive(id: string): void {
    if (id === this.id) {
      const now = performance.now();
      // After a network outage, many heartbeats may arrive at once. Count them as a single heartbeat.
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
