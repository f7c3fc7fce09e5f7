import { randomUUID } from 'node:crypto';
import { GATEWAY_HEARTBEAT } from '@gcd/contracts';
import { NATS } from '@gcd/nats/client';
import type { NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable } from '@nestjs/common';

const HEARTBEAT_MS = 1000;
/**
 * An instance is no longer counted if it has sent no heartbeat while more than this many of this process's own
 * heartbeats arrived.
 */
const MAX_MISSED = 3;

/**
 * Counts the live gateways by their heartbeats over NATS. Time is measured in arrivals of this process's
 * own heartbeats. While NATS is unavailable, no heartbeats arrive, so the count does not change.
 */
@Injectable()
export class Peers {
  private readonly id = randomUUID();
  private heartbeats = 0;
  private heartbeatAt = Number.NEGATIVE_INFINITY;
  /**
   * For each instance, how many of this process's own heartbeats had arrived when the instance's latest heartbeat
   * arrived.
   */
  private readonly latest = new Map<string, number>();

  constructor(@Inject(NATS) nats: NatsConnection) {
    nats.subscribe(GATEWAY_HEARTBEAT, {
      callback: (error, message) => {
        if (!error) this.receive(message.string());
      },
    });
    const send = (): void => {
      if (!nats.isClosed() && !nats.isDraining()) nats.publish(GATEWAY_HEARTBEAT, this.id);
    };
    send();
    const timer = setInterval(send, HEARTBEAT_MS).unref();
    void nats.closed().then(() => clearInterval(timer));
  }

  /** Number of live instances, including this process. */
  get count(): number {
    return Math.max(1, this.latest.size);
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
