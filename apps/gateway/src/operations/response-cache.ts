import type { ShownVersion } from '@gcd/auth/admission';
import { LRUCache } from 'lru-cache';
import { MIN_COMPRESSED, type SuccessfulResponse, toText } from '../http/envelope.js';

interface Entry extends SuccessfulResponse {
  readonly shown: ShownVersion;
}

/** Maximum age of a cached response in milliseconds. Later data versions that the feed has not shown appear after it. */
const MAX_AGE_MS = 60_000;
/** Maximum payload length of a cached response. A larger response would displace many smaller ones. */
const MAX_RESPONSE_BYTES = 16_384;
/** Estimated memory of a cache entry in bytes, excluding its key and payload. */
const ENTRY_BYTES = 512;
/** Matches a character that is not Latin-1. */
const WIDE = /[^\0-\xff]/;

/**
 * Caches responses by request. A cached response is served only to requests whose admission returned the same version as
 * that of the request it was read for.
 */
export class ResponseCache {
  private readonly entries: LRUCache<string, Entry> | null;

  /** @param bytes maximum size of all entries in bytes; 0 disables the cache */
  constructor(bytes: number) {
    this.entries = bytes > 0 ? new LRUCache({ maxSize: bytes, ttl: MAX_AGE_MS }) : null;
  }

  /** @param shown version that the response must reflect */
  find(key: string, shown: ShownVersion): SuccessfulResponse | undefined {
    const entry = this.entries?.get(key);
    const { generation, version } = entry?.shown ?? {};
    return generation === shown.generation && version === shown.version ? entry : undefined;
  }

  /** @param shown version that the response reflects, as the admission of its request returned it */
  store(key: string, response: SuccessfulResponse, shown: ShownVersion): void {
    const { payload } = response;
    if (!this.entries || payload.length > MAX_RESPONSE_BYTES) return;
    // Store a copy of the payload as a string. The original is part of a larger NATS message and would keep that
    // message in memory.
    const text = typeof payload === 'string' ? payload : toText(payload);
    // Reserve memory for the compressed response, which may be stored later.
    const compressed = text.length < MIN_COMPRESSED ? 0 : text.length / 2;
    const size = Math.ceil(ENTRY_BYTES + memoryOf(key) + memoryOf(text) + compressed);
    this.entries.set(key, { ...response, payload: text, shown }, { size });
  }
}

/** Returns the memory in bytes that a string uses. V8 uses two bytes per character if any character is not Latin-1. */
function memoryOf(text: string): number {
  return WIDE.test(text) ? 2 * text.length : text.length;
}
