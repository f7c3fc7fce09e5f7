import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Burst in seconds of the rate. */
const BURST_S = 10;
const MAX_ADDRESSES = 100_000;

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * Limits pages by IP address with a token bucket for each. IPv6 addresses share one per /64 network, the
 * usual size of a customer's network.
 */
export class VisitorLimit {
  private readonly buckets: LRUCache<string, Bucket>;
  private readonly burst: number;

  /** @param rate pages per second for one address; the burst is ten times as many */
  constructor(private readonly rate: number) {
    this.burst = Math.max(1, rate * BURST_S);
    // A bucket that was not used for this long is full again.
    this.buckets = new LRUCache({ max: MAX_ADDRESSES, ttl: (this.burst / rate) * 1000 });
  }

  /**
   * Takes a token.
   * @returns seconds to wait for the next page; 0 if it was taken
   */
  take(address: string, now = performance.now()): number {
    const network = networkOf(address);
    const bucket = this.buckets.get(network) ?? { tokens: this.burst, filledAt: now };
    const tokens = bucket.tokens + ((now - bucket.filledAt) / 1000) * this.rate;
    bucket.tokens = Math.min(this.burst, tokens);
    bucket.filledAt = now;
    this.buckets.set(network, bucket);
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / this.rate);
    bucket.tokens -= 1;
    return 0;
  }
}

/** An IPv4 address, also one mapped to IPv6, or the first 64 bits of an IPv6 address. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
