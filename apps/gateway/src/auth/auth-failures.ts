import { ApiError } from '@gcd/contracts';
import { normalizeIp } from '@nestjs/throttler';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
/** Beyond it, the address that was seen the longest time ago starts at zero. */
const MAX_ADDRESSES = 20_000;

interface Attempts {
  /** By the monotonic clock. */
  readonly endsAt: number;
  failed: number;
  /** Lookups whose outcome is not yet known; each counts like a failure until it is. */
  pending: number;
  waiting: (() => void)[];
}

/** Limits failed keys by address: 20 (or what is configured) a minute; for IPv6 the address is the /64 network. */
export class AuthFailures {
  private readonly addresses = new LRUCache<string, Attempts>({ max: MAX_ADDRESSES });

  /** @param limit failures a minute from one address */
  constructor(private readonly limit: number) {}

  /** Counts a failure. @throws AuthFailuresError when the address already had as many as it may have */
  add(address: string): void {
    const attempts = this.attemptsOf(address);
    if (attempts.failed >= this.limit) throw tooMany(attempts);
    attempts.failed += 1;
  }

  /**
   * Looks up a key that the gateway does not know. The attempt counts before the lookup starts; when all that are left are
   * pending, it waits for one of them.
   * @param lookup returns null when the key is not valid
   * @throws AuthFailuresError when the address already had as many failures as it may have
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

/** An address sent too many failed keys. */
export class AuthFailuresError extends ApiError {
  /** @param retryAfter seconds until the minute ends */
  constructor(readonly retryAfter: number) {
    super('rate_limited', 'Too many invalid API keys from this address. Try again later.');
  }
}

function tooMany({ endsAt }: Attempts): AuthFailuresError {
  return new AuthFailuresError(Math.max(1, Math.ceil((endsAt - performance.now()) / 1000)));
}
