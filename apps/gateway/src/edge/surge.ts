import { AverageRate } from './average-rate.js';

/** Requests are counted in intervals of at least this number of milliseconds. */
const INTERVAL_MS = 50;
/** Time constant of the usual rate, in milliseconds. */
const USUAL_MS = 10_000;
/** Minimum weight of the observations behind the usual rate: those of about one second. */
const MIN_WEIGHT = 0.1;
/**
 * An interval belongs to a surge if more requests arrive than this multiple of the usual number, plus
 * {@link RANDOM_EXCESS}. Fewer would arrive if another gateway restarts and its clients use this one.
 */
const FACTOR = 2.5;
const RANDOM_EXCESS = 10;
/** Minimum number of consecutive intervals of a surge. All requests of a short burst arrive in fewer. */
const MIN_INTERVALS = 2;

/** Detects within about 0.1 s that far more requests than usual arrive at a gateway, and keep arriving. */
export class Surge {
  private readonly usual = new AverageRate(USUAL_MS);
  private arrivals = 0;
  private intervals = 0;

  /** @param intervalStart current time, on a monotonic clock in milliseconds */
  constructor(private intervalStart: number) {}

  get isOn(): boolean {
    return this.intervals >= MIN_INTERVALS;
  }

  arrived(now: number): void {
    this.arrivals += 1;
    const ms = now - this.intervalStart;
    if (ms < INTERVAL_MS) return;
    const most = FACTOR * this.usual.perMs * ms + RANDOM_EXCESS;
    const isExcess = this.usual.weight >= MIN_WEIGHT && this.arrivals > most;
    this.intervals = isExcess ? this.intervals + 1 : 0;
    this.usual.add(this.arrivals, ms);
    this.arrivals = 0;
    this.intervalStart = now;
  }
}
