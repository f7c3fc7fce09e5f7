import { randomUUID } from 'node:crypto';
import type { NatsConnection } from '@nats-io/transport-node';

const HEARTBEAT_MS = 1000;
/** Number of its own heartbeat intervals after which a silent peer no longer counts. */
const MAX_MISSED = 3;

/**
 * Counts the live instances of one kind by their heartbeats over NATS.
 * Time is measured in this process' own heartbeats, as they arrive back over NATS. While NATS is unavailable
 * none arrive, and the count stays unchanged.
 */
export class Peers {
  private readonly id = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private heartbeats = 0;
  private heartbeatAt = Number.NEGATIVE_INFINITY;
  /** For each instance, the number of own heartbeats received when its latest one arrived. */
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

  /** Number of live instances, including this one. */
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
      // A network that recovers may deliver many heartbeats at once.
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
