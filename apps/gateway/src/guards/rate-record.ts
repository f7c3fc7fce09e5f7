import type { ThrottlerStorage } from '@nestjs/throttler';
import { LRUCache } from 'lru-cache';

const MAX_ACCOUNTS = 50_000;

interface Account {
  /** `performance.now()` timestamps of the requests that this gateway admitted in the last window, oldest first. */
  readonly times: number[];
  /** `performance.now()` timestamp until which Redis admits no request of the account. */
  blockedUntil: number;
}

/**
 * The requests of each account that this gateway admitted in the last second. If they alone use up the rate limit, or if
 * Redis has rejected a request, further requests are rejected without asking Redis.
 */
export class RateRecord implements ThrottlerStorage {
  private readonly accounts = new LRUCache<string, Account>({ max: MAX_ACCOUNTS });

  /**
   * Records a request unless the limit has been reached.
   * @param key the account
   * @param ttl length of the window in milliseconds
   * @param limit maximum number of requests in a window
   */
  async increment(
    key: string,
    ttl: number,
    limit: number,
  ): Promise<Awaited<ReturnType<ThrottlerStorage['increment']>>> {
    const now = performance.now();
    const account = this.accounts.get(key) ?? { times: [], blockedUntil: 0 };
    const { times } = account;
    while ((times[0] ?? now) <= now - ttl) times.shift();
    const freeAt = times.length < limit ? 0 : (times.at(-limit) ?? 0) + ttl;
    const blockedFor = Math.max(freeAt, account.blockedUntil) - now;
    const isBlocked = blockedFor > 0;
    if (!isBlocked) {
      times.push(now);
      this.accounts.set(key, account);
    }
    return {
      totalHits: isBlocked ? times.length + 1 : times.length,
      timeToExpire: Math.ceil(((times[0] ?? now) + ttl - now) / 1000),
      isBlocked,
      timeToBlockExpire: Math.ceil(Math.max(0, blockedFor) / 1000),
    };
  }

  /** Returns how many requests of an account were in the window at its latest request. */
  count(account: number): number {
    return this.accounts.get(String(account))?.times.length ?? 0;
  }

  /**
   * Removes a recorded request that Redis has rejected, and rejects all further requests for some time.
   * @param forMs milliseconds until Redis can admit the next request of the account
   */
  reject(key: string, forMs: number): void {
    const account = this.accounts.get(key);
    if (!account) return;
    account.times.pop();
    account.blockedUntil = performance.now() + forMs;
  }
}
