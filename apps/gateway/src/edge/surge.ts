import { AverageRate } from './average-rate.js';

/** Requests are counted in intervals of at least this number of milliseconds. */
const INTERVAL_MS = 50;
/** Time constant, in milliseconds, of the moving average that determines the usual rate. */
const USUAL_MS = 10_000;
/** Minimum weight at which the usual rate is meaningful. Observations reach this weight after about one second. */
const MIN_WEIGHT = 0.1;
/**
 * Requests above this multiple of the usual rate are excess requests. The multiple is above 2, because the traffic of
 * a gateway may double while another gateway restarts.
 */
const FACTOR = 2.5;
/** Number of excess requests at which a burst counts as a surge. */
const MAX_BURST = 256;

/** Detects within a fraction of a second that far more requests than usual arrive at a gateway. */
export class Surge {
  private readonly usual = new AverageRate(USUAL_MS);
  private arrivals = 0;
  /** Number of excess requests, at most {@link MAX_BURST}. */
  private excess = 0;

  /** @param intervalStart current time, on a monotonic clock in milliseconds */
  constructor(private intervalStart: number) {}

  get isOn(): boolean {
    return this.excess >= MAX_BURST;
  }

  arrived(now: number): void {
    this.arrivals += 1;
    const ms = now - this.intervalStart;
    if (ms < INTERVAL_MS) return;
    if (this.usual.weight >= MIN_WEIGHT) {
      const excess = this.excess + this.arrivals - FACTOR * this.usual.perMs * ms;
      this.excess = Math.min(Math.max(excess, 0), MAX_BURST);
    }
    this.usual.add(this.arrivals, ms);
    this.arrivals = 0;
    this.intervalStart = now;
  }
}
