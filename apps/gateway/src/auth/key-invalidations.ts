import type { ApiKeyStore } from '@gcd/auth';
import { KEYS_CHANGED, type KeysChanged } from '@gcd/contracts';
import { NATS } from '@gcd/service';
import type { NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable } from '@nestjs/common';

/** Receives key invalidations over NATS. */
@Injectable()
export class KeyInvalidations {
  private since: number | null = performance.now();

  constructor(@Inject(NATS) private readonly nats: NatsConnection) {}

  onModuleInit(): void {
    void this.watch();
  }

  /**
   * Returns the `performance.now()` timestamp of the last subscription. No invalidation since then has been missed.
   * Returns null while the subscription is interrupted.
   */
  get subscribedSince(): number | null {
    return this.since;
  }

  /** Subscribes to key invalidations and removes invalidated keys from a key store. */
  removeFrom(keys: ApiKeyStore): void {
    this.nats.subscribe(KEYS_CHANGED, {
      callback: (error, message) => {
        if (!error) keys.forget(message.json<KeysChanged>().id);
      },
    });
  }

  private async watch(): Promise<void> {
    for await (const { type } of this.nats.status()) {
      if (type === 'disconnect') this.since = null;
      if (type === 'reconnect') this.since = performance.now();
    }
  }
}
