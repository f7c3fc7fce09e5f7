import type { Invalidations } from '@gcd/auth';
import { KEYS_CHANGED, type KeysChanged } from '@gcd/contracts';
import { NATS } from '@gcd/nats/client';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';

/** Receives key invalidations over NATS. */
@Injectable()
export class KeyInvalidations implements Invalidations, OnModuleInit {
  private since: number | null = performance.now();

  constructor(@Inject(NATS) private readonly nats: NatsConnection) {}

  onModuleInit(): void {
    void this.watch();
  }

  get subscribedSince(): number | null {
    return this.since;
  }

  onInvalidated(forget: (id: string | null) => void): void {
    this.nats.subscribe(KEYS_CHANGED, {
      callback: (error, message) => {
        if (!error) forget(keyIdOf(message));
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

/**
 * Returns the id of the changed key. Returns null, which stands for all keys, if the event is malformed. An exception
 * would stop the client library from reading any further messages.
 */
function keyIdOf(message: Msg): string | null {
  try {
    const { id } = message.json<KeysChanged>();
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}
