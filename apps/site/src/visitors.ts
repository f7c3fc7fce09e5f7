import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Maximum burst, in seconds: a visitor may request this many seconds' worth of pages at once. */
const BURST_S = 10;
const MAX_ADDRESSES = 100_000;

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * Limits page requests with a token bucket for each IP address. IPv6 addresses share one bucket per /64
 * network, which is the usual size of a customer's network.
 */
export class VisitorLimit {
  private readonly buckets: LRUCache<string, Bucket>;
  private readonly burst: number;

  /** @param rate maximum number of pages per second for one IP address */
  constructor(private readonly rate: number) {
    this.burst = Math.max(1, rate * BURST_S);
    // A bucket that has been unused for this long is full again, so it can be removed.
    this.buckets = new LRUCache({ max: MAX_ADDRESSES, ttl: (this.burst / rate) * 1000 });
  }

  /**
   * Takes a token from the bucket of an address.
   * @returns the number of tokens left; negative if no token was available and the page must be rejected
   */
  take(address: string, now = performance.now()): number {
    const network = networkOf(address);
    const bucket = this.buckets.get(network) ?? { tokens: this.burst, filledAt: now };
    const tokens = bucket.tokens + ((now - bucket.filledAt) / 1000) * this.rate;
    bucket.tokens = Math.min(this.burst, tokens);
    bucket.filledAt = now;
    this.buckets.set(network, bucket);
    const left = bucket.tokens - 1;
    if (left >= 0) bucket.tokens = left;
    return left;
  }

  /**
   * Returns the number of seconds until the next page is allowed.
   * @param left result of {@link take} for a rejected page
   */
  secondsUntilNext(left: number): number {
    return Math.ceil(-left / this.rate);
  }
}

/**
 * Returns the network of an IP address: the first 64 bits for IPv6, and the whole address for IPv4, even if it is
 * mapped to IPv6.
 */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
