import { LRUCache } from 'lru-cache';

const REMEMBERED = 50_000;

/** An in-memory sliding-window log: the timestamps of recent events, by name. */
export class RateLog {
  private readonly times: LRUCache<string | number, number[]>;

  constructor(private readonly windowMs: number) {
    this.times = new LRUCache({ max: REMEMBERED, ttl: windowMs * 2, updateAgeOnGet: true });
  }

  isFull(name: string | number, limit: number): boolean {
    const oldest = this.times.get(name)?.at(-limit);
    return oldest !== undefined && performance.now() - oldest <= this.windowMs;
  }

  /** Records an event, even above the limit. @param limit the limit that later checks of this name will use */
  add(name: string | number, limit: number): void {
    const times = this.times.get(name) ?? [];
    times.push(performance.now());
    if (times.length > limit * 2) times.splice(0, times.length - limit);
    this.times.set(name, times);
  }

  /** Records an event unless the limit has been reached. @returns whether the event was recorded */
  take(name: string | number, limit: number): boolean {
    if (this.isFull(name, limit)) return false;
    this.add(name, limit);
    return true;
  }
}
