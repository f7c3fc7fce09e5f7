import { DATASET_CHANGED } from '@gcd/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import { LRUCache } from 'lru-cache';
import { type SuccessfulResponse, toText } from '../edge/envelope.js';

/** The data version that cached responses must have. */
export interface CurrentVersion {
  /** Compared by identity; null if none is confirmed now. */
  readonly current: { readonly version: number } | null;
  /** Triggers a reading. */
  read(): Promise<unknown>;
}

interface Entry extends SuccessfulResponse {
  readonly readAt: CurrentVersion['current'];
}

/** A larger response would evict many others. */
const MAX_RESPONSE_BYTES = 16_384;
/** Size of an entry, not counting its key and payload. */
const ENTRY_BYTES = 512;

/**
 * Responses by request, each valid for one data version. A response is served only while its version is
 * confirmed to be the newest that the change feed can have shown.
 */
export class ResponseCache {
  private readonly entries: LRUCache<string, Entry> | null;

  /** @param bytes maximum size of all entries; 0 disables the cache */
  constructor(
    nats: NatsConnection,
    private readonly data: CurrentVersion,
    bytes: number,
  ) {
    this.entries = bytes > 0 ? new LRUCache({ maxSize: bytes }) : null;
    // Only speeds it up: polling would notice as well.
    nats.subscribe(DATASET_CHANGED, {
      callback: (error) => {
        if (!error) data.read().catch(() => undefined);
      },
    });
  }

  /** @returns undefined if there is none, or no data version is confirmed */
  find(key: string): SuccessfulResponse | undefined {
    const entry = this.entries?.get(key);
    return entry && entry.readAt === this.data.current ? entry : undefined;
  }

  /**
   * Stores a response unless the data has changed since. @param version lower bound of its data version;
   * undefined if unknown
   */
  store(key: string, response: SuccessfulResponse, version: number | undefined): void {
    const { payload } = response;
    if (!this.entries || payload.length > MAX_RESPONSE_BYTES) return;
    const readAt = this.data.current;
    if (!readAt || version !== readAt.version) return;
    // As a string, and so a copy: the payload is a view of a larger message from NATS.
    const text = typeof payload === 'string' ? payload : toText(payload);
    const size = ENTRY_BYTES + 2 * (key.length + text.length);
    this.entries.set(key, { ...response, payload: text, readAt }, { size });
  }
}
