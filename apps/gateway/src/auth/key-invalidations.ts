import type { ApiKeyStore } from '@gcd/auth';
import { KEYS_CHANGED, type KeysChanged } from '@gcd/contracts';
import type { NatsConnection } from '@nats-io/transport-node';

/** Hears over NATS which keys have changed. */
export class KeyInvalidations {
  private since: number | null = performance.now();

  constructor(private readonly nats: NatsConnection) {
    void this.watch();
  }

  /** Since when (`performance.now()`) none can have been missed; null: some may be now. */
  get subscribedSince(): number | null {
    return this.since;
  }

  /** Has keys that changed looked up anew. */
  tell(keys: ApiKeyStore): void {
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
