import { DATASET_CHANGED } from '@gcd/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import { LRUCache } from 'lru-cache';
import { type SuccessfulResponse, toText } from '../edge/envelope.js';

/** Tells the data version that responses must have. */
export interface CurrentVersion {
  /** Compared by identity; null: none is confirmed now. */
  readonly current: { readonly version: number } | null;
  /** Reads it at once. */
  read(): Promise<unknown>;
}

interface Entry extends SuccessfulResponse {
  readonly readAt: CurrentVersion['current'];
}

/** A larger response would replace many. */
const MAX_RESPONSE_BYTES = 16_384;
/** What an entry takes besides its key and payload. */
const ENTRY_BYTES = 512;

/**
 * Responses by request, each valid for one data version: it is served only while that version is confirmed to be the newest that
 * the change feed can have shown.
 */
export class ResponseCache {
  private readonly entries: LRUCache<string, Entry> | null;

  /** @param bytes that all entries may take; 0: nothing is cached */
  constructor(
    nats: NatsConnection,
    private readonly data: CurrentVersion,
    bytes: number,
  ) {
    this.entries = bytes > 0 ? new LRUCache({ maxSize: bytes }) : null;
    // Only sooner than it would be noticed anyway.
    nats.subscribe(DATASET_CHANGED, {
      callback: (error) => {
        if (!error) data.read().catch(() => undefined);
      },
    });
  }

  /** @returns undefined when there is none, or no data version is confirmed */
  find(key: string): SuccessfulResponse | undefined {
    const entry = this.entries?.get(key);
    return entry && entry.readAt === this.data.current ? entry : undefined;
  }

  /** Stores a response unless the data has changed since. @param version that its data has at least; undefined: not known */
  store(key: string, response: SuccessfulResponse, version: number | undefined): void {
    const { payload } = response;
    if (!this.entries || payload.length > MAX_RESPONSE_BYTES) return;
    const readAt = this.data.current;
    if (!readAt || version !== readAt.version) return;
    // As text, and so as a copy: the payload is a part of all that came from NATS at once.
    const text = typeof payload === 'string' ? payload : toText(payload);
    const size = ENTRY_BYTES + 2 * (key.length + text.length);
    this.entries.set(key, { ...response, payload: text, readAt }, { size });
  }
}
