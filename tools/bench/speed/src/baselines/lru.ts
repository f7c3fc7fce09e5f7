/** Estimated memory of a cache entry in bytes, excluding its text. The product's cache uses the same estimate. */
const ENTRY_BYTES = 512;

/** A cache of strings that evicts the least recently used ones. */
export class LruCache {
  private readonly texts = new Map<string, string>();
  private bytes = 0;

  /** @param maxBytes maximum size of all entries */
  constructor(private readonly maxBytes: number) {}

  get(key: string): string | undefined {
    const text = this.texts.get(key);
    if (text === undefined) return undefined;
    this.texts.delete(key);
    this.texts.set(key, text);
    return text;
  }

  set(key: string, text: string): void {
    if (this.maxBytes === 0) return;
    this.remove(key);
    this.texts.set(key, text);
    this.bytes += sizeOf(key, text);
    for (const [oldest] of this.texts) {
      if (this.bytes <= this.maxBytes) return;
      this.remove(oldest);
    }
  }

  private remove(key: string): void {
    const text = this.texts.get(key);
    if (text === undefined) return;
    this.texts.delete(key);
    this.bytes -= sizeOf(key, text);
  }
}

/** Returns the size of an entry in bytes. Certs consist of Latin-1 characters, so each character takes one byte. */
function sizeOf(key: string, text: string): number {
  return ENTRY_BYTES + key.length + text.length;
}
