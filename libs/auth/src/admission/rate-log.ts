import { LRUCache } from 'lru-cache';

const REMEMBERED = 50_000;

/** Counts what happens in a sliding window, exactly, in this process: a log of the newest times per name. */
export class RateLog {
  private readonly times: LRUCache<string | number, number[]>;

  constructor(private readonly windowMs: number) {
    this.times = new LRUCache({ max: REMEMBERED, ttl: windowMs * 2, updateAgeOnGet: true });
  }

  /** Whether one more would be too many. */
  isFull(name: string | number, limit: number): boolean {
    const oldest = this.times.get(name)?.at(-limit);
    return oldest !== undefined && performance.now() - oldest <= this.windowMs;
  }

  /** Notes that it happened. @param limit how many times are worth keeping */
  add(name: string | number, limit: number): void {
    const times = this.times.get(name) ?? [];
    times.push(performance.now());
    if (times.length > limit * 2) times.splice(0, times.length - limit);
    this.times.set(name, times);
  }

  /** Notes it unless it would be too many. @returns whether it may happen */
  take(name: string | number, limit: number): boolean {
    if (this.isFull(name, limit)) return false;
    this.add(name, limit);
    return true;
  }
}
