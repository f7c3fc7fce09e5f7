import { AverageRate } from './average-rate.js';
import type { Surge } from './surge.js';

/**
 * A queue counts as overloaded once it has been non-empty for this number of milliseconds. A queue that empties sooner
 * may be caused by a burst, or by retries while an instance is stalled.
 */
const OVERLOADED_AFTER_MS = 1500;
/** Replaces {@link OVERLOADED_AFTER_MS} during a surge. */
const OVERLOADED_BY_SURGE_AFTER_MS = 50;
/**
 * Replaces {@link OVERLOADED_AFTER_MS} for a queue with excess load that was overloaded within the last
 * {@link RELAPSE_MS} milliseconds. Otherwise, a queue that empties for a moment could grow for another 1.5 s.
 */
const OVERLOADED_AGAIN_AFTER_MS = 200;
const RELAPSE_MS = 10_000;
/** Overload ends after this number of milliseconds without a rejected request. */
const RECOVERED_AFTER_MS = 500;
/**
 * Target wait of requests during overload, in milliseconds. The queue is limited to the number of requests that are
 * admitted in this time, as measured recently.
 */
const TARGET_WAIT_MS = 100;
/** Lower bound of the maximum queue length during overload. */
const MIN_WAITING = 4;
/** Requests are counted in intervals of this number of milliseconds. */
const INTERVAL_MS = 500;
/** Time constants of the moving averages, in milliseconds. */
const ARRIVALS_MS = 2000;
const ADMISSIONS_MS = 10_000;
/**
 * A queue has excess load if its arrival rate exceeds its usual admission rate, multiplied by this factor, by more than
 * {@link RANDOM_EXCESS} requests per {@link ARRIVALS_MS}. Without excess load, a long queue means that a service is
 * briefly stalled, for example because an instance restarts.
 */
const EXCESS = 1.5;
const RANDOM_EXCESS = 10;

/** Tracks whether a queue is overloaded, and how many requests it may contain during overload. */
export class QueueLoad {
  /** Time when the queue last became non-empty. */
  private busySince = Number.POSITIVE_INFINITY;
  private rejectedAt = Number.NEGATIVE_INFINITY;
  /** Numbers of requests that arrived and were admitted in the current interval. */
  private arrivals = 0;
  private admissions = 0;
  private admittedBefore = 0;
  private readonly arrivalRate = new AverageRate(ARRIVALS_MS);
  private readonly admissionRate = new AverageRate(ADMISSIONS_MS);

  /** @param intervalStart current time, on a monotonic clock in milliseconds */
  constructor(
    private intervalStart: number,
    private readonly surge: Surge,
  ) {}

  /** Records that the queue has become non-empty. */
  filled(now: number): void {
    this.busySince = now;
  }

  /** Records that the queue has become empty. */
  emptied(): void {
    this.busySince = Number.POSITIVE_INFINITY;
  }

  rejected(now: number): void {
    this.rejectedAt = now;
  }

  admitted(): void {
    this.admissions += 1;
  }

  arrived(now: number): void {
    this.surge.arrived(now);
    this.arrivals += 1;
    const ms = now - this.intervalStart;
    if (ms < INTERVAL_MS) return;
    this.arrivalRate.add(this.arrivals, ms);
    this.admissionRate.add(this.admissions, ms);
    this.admittedBefore = this.admissions;
    this.arrivals = 0;
    this.admissions = 0;
    this.intervalStart = now;
  }

  isOverloadedAt(now: number): boolean {
    const sinceRejection = now - this.rejectedAt;
    if (sinceRejection < RECOVERED_AFTER_MS) return true;
    const isRelapse = sinceRejection < RELAPSE_MS && this.hasExcessLoad;
    const busyMs = now - this.busySince;
    if (this.surge.isOn) return busyMs > OVERLOADED_BY_SURGE_AFTER_MS;
    return busyMs > (isRelapse ? OVERLOADED_AGAIN_AFTER_MS : OVERLOADED_AFTER_MS);
  }

  /** Returns the maximum queue length during overload. @param limit limit on requests in flight */
  maxWaiting(limit: number): number {
    const target = Math.ceil((this.admittedBefore * TARGET_WAIT_MS) / INTERVAL_MS);
    return Math.max(this.hasExcessLoad ? MIN_WAITING : limit, target);
  }

  private get hasExcessLoad(): boolean {
    const usual = this.admissionRate.perMs;
    return this.arrivalRate.perMs > EXCESS * usual + RANDOM_EXCESS / ARRIVALS_MS;
  }
}
