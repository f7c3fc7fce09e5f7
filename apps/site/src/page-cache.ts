import { LRUCache } from 'lru-cache';
import type { StoredResponse } from './stored-response.js';

/** Fraction of the cache that is available for pages requested only once. */
const NEW_SHARE = 0.25;
// Approximate size in bytes of a cache entry without its body.
const ENTRY_BYTES = 1500;

/** How long a stored response is fresh, and how to determine whether it has changed. */
export interface Validity {
  /** Identifies the API responses that the page was built from. */
  readonly version: string;
  /** Time when the API responses have to be revalidated, as a `performance.now()` timestamp. */
  readonly freshUntil: number;
}

interface Entry extends Validity {
  readonly response: StoredResponse;
}

/**
 * Caches complete responses by canonical URL, up to a total size. Pages that were requested only once may use only a
 * small part of the cache. A crawler therefore cannot displace the pages that many visitors request.
 */
export class PageCache {
  private readonly once: LRUCache<string, Entry>;
  private readonly repeated: LRUCache<string, Entry>;

  constructor(maxBytes: number) {
    const sized = (maxSize: number) =>
      new LRUCache<string, Entry>({
        maxSize: Math.ceil(maxSize),
        sizeCalculation: ({ response }, key) => response.body.length + key.length + ENTRY_BYTES,
      });
    this.once = sized(maxBytes * NEW_SHARE);
    this.repeated = sized(maxBytes * (1 - NEW_SHARE));
  }

  /**
   * Returns the stored response for a URL if it is still fresh, which means that no API response has to be revalidated.
   */
  fresh(url: string, now = performance.now()): StoredResponse | undefined {
    const entry = this.find(url);
    return entry && entry.freshUntil > now ? entry.response : undefined;
  }

  /**
   * Extends the freshness of the stored response for a URL and returns the response. Returns undefined if the response
   * has a different version.
   */
  renew(url: string, { version, freshUntil }: Validity): StoredResponse | undefined {
    const entry = this.find(url);
    if (entry?.version !== version) return undefined;
    this.repeated.set(url, { ...entry, freshUntil });
    return entry.response;
  }

  store(url: string, { version, freshUntil }: Validity, response: StoredResponse): void {
    const entry = { version, freshUntil, response };
    if (this.repeated.has(url)) this.repeated.set(url, entry);
    else this.once.set(url, entry);
  }

  private find(url: string): Entry | undefined {
    const repeated = this.repeated.get(url);
    if (repeated) return repeated;
    const entry = this.once.get(url);
    if (!entry) return undefined;
    this.once.delete(url);
    this.repeated.set(url, entry);
    return entry;
  }
}
