import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Maximum burst in seconds: a visitor may request at once as many pages as the rate allows in this time. */
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

  /** @param rate maximum number of pages per second for one address */
  constructor(private readonly rate: number) {
    this.burst = Math.max(1, rate * BURST_S);
    // A bucket that has not been used for this long is full again and can be removed.
    this.buckets = new LRUCache({ max: MAX_ADDRESSES, ttl: (this.burst / rate) * 1000 });
  }

  /**
   * Takes a token if one is available.
   * @returns the number of tokens left; below 0 if no token was available and the page must be rejected
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
   * Returns the number of seconds until the next page is allowed. @param left result of {@link take} for a rejected
   * page
   */
  secondsUntilNext(left: number): number {
    return Math.ceil(-left / this.rate);
  }
}

/**
 * Returns the network of an address: an IPv4 address, even if it is mapped to IPv6, or the first 64 bits of an IPv6
 * address.
 */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
