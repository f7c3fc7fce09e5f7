import { DATASET_CHANGED } from '@gcd/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import { LRUCache } from 'lru-cache';
import { MIN_COMPRESSED, type SuccessfulResponse, toText } from '../http/envelope.js';

/** Source of the current data version. A cached response is served only if it has that version. */
export interface CurrentVersion {
  /** The confirmed data version, which is compared by object identity; null while no version is confirmed. */
  readonly current: { readonly version: number } | null;
  /** Starts reading the data version from the primary. */
  read(): Promise<unknown>;
}

interface Entry extends SuccessfulResponse {
  readonly readAt: CurrentVersion['current'];
}

/** Maximum payload length of a cached response. A larger response would displace many smaller ones. */
const MAX_RESPONSE_BYTES = 16_384;
/** Estimated memory of a cache entry in bytes, excluding its key and payload. */
const ENTRY_BYTES = 512;
/** Matches a character that is not Latin-1. */
const WIDE = /[^\0-\xff]/;

/**
 * Caches responses by request. Each cached response belongs to one data version. It is served only while that version
 * is confirmed to be the newest that the change feed can have shown.
 */
export class ResponseCache {
  private readonly entries: LRUCache<string, Entry> | null;

  /** @param bytes maximum size of all entries in bytes; 0 disables the cache */
  constructor(
    nats: NatsConnection,
    private readonly data: CurrentVersion,
    bytes: number,
  ) {
    this.entries = bytes > 0 ? new LRUCache({ maxSize: bytes }) : null;
    // Read the new data version immediately instead of waiting for the next poll.
    nats.subscribe(DATASET_CHANGED, {
      callback: (error) => {
        if (!error) data.read().catch(() => undefined);
      },
    });
  }

  /** Finds a cached response. @returns undefined if there is none or no data version is confirmed */
  find(key: string): SuccessfulResponse | undefined {
    const entry = this.entries?.get(key);
    return entry && entry.readAt === this.data.current ? entry : undefined;
  }

  /**
   * Stores a response unless the data has changed since the response was read.
   * @param version lower bound of the response's data version; undefined if unknown
   */
  store(key: string, response: SuccessfulResponse, version: number | undefined): void {
    const { payload } = response;
    if (!this.entries || payload.length > MAX_RESPONSE_BYTES) return;
    const readAt = this.data.current;
    if (!readAt || version !== readAt.version) return;
    // Store a copy of the payload as a string. The original is part of a larger NATS message and would keep that
    // message in memory.
    const text = typeof payload === 'string' ? payload : toText(payload);
    // Reserve memory for the compressed response, which may be stored later.
    const compressed = text.length < MIN_COMPRESSED ? 0 : text.length / 2;
    const size = Math.ceil(ENTRY_BYTES + memoryOf(key) + memoryOf(text) + compressed);
    this.entries.set(key, { ...response, payload: text, readAt }, { size });
  }
}

/** Returns the memory in bytes that a string uses. V8 uses two bytes per character if any character is not Latin-1. */
function memoryOf(text: string): number {
  return WIDE.test(text) ? 2 * text.length : text.length;
}
