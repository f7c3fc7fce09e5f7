import { LRUCache } from 'lru-cache';

const WINDOW_MS = 1000;
const MAX_ACCOUNTS = 50_000;

/** An in-memory sliding-window log: the timestamps of the requests of each account in the last second. */
export class RateLog {
  private readonly times = new LRUCache<number, number[]>({
    max: MAX_ACCOUNTS,
    ttl: WINDOW_MS * 2,
    updateAgeOnGet: true,
  });

  /**
   * Records a request unless the limit has been reached.
   * @returns milliseconds until the next request can be recorded; 0 if this one was
   */
  take(account: number, limit: number): number {
    const times = this.times.get(account) ?? [];
    const now = performance.now();
    const oldest = times.at(-limit);
    if (oldest !== undefined && now - oldest < WINDOW_MS) return oldest + WINDOW_MS - now;
    times.push(now);
    if (times.length > limit * 2) times.splice(0, times.length - limit);
    this.times.set(account, times);
    return 0;
  }
}
