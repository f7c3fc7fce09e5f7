import type { Invalidations } from '@gcd/auth';
import { KEYS_CHANGED, type KeysChanged } from '@gcd/contracts';
import { NATS, onEvent } from '@gcd/nats/client';
import type { NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable } from '@nestjs/common';

/** Receives key invalidations over NATS. */
@Injectable()
export class KeyInvalidations implements Invalidations {
  subscribedSince: number | null = performance.now();

  constructor(@Inject(NATS) private readonly nats: NatsConnection) {
    void this.watch();
  }

  onInvalidated(forget: (id: string | null) => void): void {
    // A malformed event stands for all keys.
    onEvent<KeysChanged>(this.nats, KEYS_CHANGED, (event) =>
      forget(typeof event?.id === 'string' ? event.id : null),
    );
  }

  private async watch(): Promise<void> {
    for await (const { type } of this.nats.status()) {
      if (type === 'disconnect') this.subscribedSince = null;
      if (type === 'reconnect') this.subscribedSince = performance.now();
    }
  }
}
