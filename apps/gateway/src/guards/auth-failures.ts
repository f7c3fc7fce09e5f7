import { ApiError } from '@gcd/contracts';
import { normalizeIp } from '@nestjs/throttler';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
/** Maximum number of IP addresses to track. Beyond this number, a new address replaces the least recently seen one. */
const MAX_ADDRESSES = 20_000;

interface Attempts {
  /** End of the one-minute window, as a timestamp of the monotonic clock. */
  readonly endsAt: number;
  failed: number;
  /** Number of key lookups in flight. Each counts as a failure until it succeeds. */
  pending: number;
  waiting: (() => void)[];
}

/** Limits the authentication failures per minute of each IP address. IPv6 addresses are grouped by /64 network. */
export class AuthFailures {
  private readonly addresses = new LRUCache<string, Attempts>({ max: MAX_ADDRESSES });

  /** @param limit maximum number of failures per minute from one address */
  constructor(private readonly limit: number) {}

  /**
   * Looks up a key that is not cached. The attempt counts as a failure until the lookup succeeds. If the lookups in
   * flight already use up the limit, waits for one of them to end.
   * @param lookup returns null if the key is not valid
   * @throws ApiError 429 if the address has reached the limit
   */
  async attempt<T>(address: string, lookup: () => Promise<T | null>): Promise<T | null> {
    const attempts = this.attemptsOf(address);
    for (;;) {
      if (attempts.failed >= this.limit) throw tooMany(attempts);
      if (attempts.failed + attempts.pending < this.limit) break;
      await new Promise<void>((resolve) => attempts.waiting.push(resolve));
    }
    attempts.pending += 1;
    try {
      const found = await lookup();
      if (found === null) attempts.failed += 1;
      return found;
    } finally {
      attempts.pending -= 1;
      const { waiting } = attempts;
      attempts.waiting = [];
      for (const resume of waiting) resume();
    }
  }

  private attemptsOf(address: string): Attempts {
    const network = normalizeIp(address);
    const present = this.addresses.get(network);
    const now = performance.now();
    if (present && present.endsAt > now) return present;
    const attempts = { endsAt: now + MINUTE_MS, failed: 0, pending: 0, waiting: [] };
    this.addresses.set(network, attempts);
    return attempts;
  }
}

function tooMany({ endsAt }: Attempts): ApiError {
  const retryAfter = Math.max(1, Math.ceil((endsAt - performance.now()) / 1000));
  const message = 'Too many invalid API keys from this address. Try again later.';
  return new ApiError('rate_limited', message, { retryAfter });
}
