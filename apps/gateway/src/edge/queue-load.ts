/**
 * Number of milliseconds for which a queue must be non-empty before it counts as overloaded. A shorter period may just
 * be a burst, or the second it takes to retry requests that were sent to a stalled instance.
 */
const OVERLOADED_AFTER_MS = 1500;
/** Number of milliseconds without a rejected request after which overload ends. */
const RECOVERED_AFTER_MS = 500;
/**
 * Target wait during overload in milliseconds. A queue then holds no more requests than were recently admitted in this
 * time.
 */
const TARGET_WAIT_MS = 1000;
/** Length in milliseconds of the intervals over which admissions are counted. */
const INTERVAL_MS = 500;

/** Tracks whether a queue is overloaded, and how many requests it may hold during overload. */
export class QueueLoad {
  /** Time at which the queue last became non-empty. */
  private busySince = Number.POSITIVE_INFINITY;
  private rejectedAt = Number.NEGATIVE_INFINITY;
  private intervalStart = 0;
  /** Numbers of requests admitted in the current interval and in the previous one. */
  private admittedNow = 0;
  private admittedBefore = 0;

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
    this.admittedNow += 1;
  }

  arrived(now: number): void {
    if (now - this.intervalStart < INTERVAL_MS) return;
    this.admittedBefore = this.admittedNow;
    this.admittedNow = 0;
    this.intervalStart = now;
  }

  isOverloadedAt(now: number): boolean {
    return now - this.rejectedAt < RECOVERED_AFTER_MS || now - this.busySince > OVERLOADED_AFTER_MS;
  }

  /** Maximum queue length during overload. */
  get maxWaiting(): number {
    return Math.ceil((this.admittedBefore * TARGET_WAIT_MS) / INTERVAL_MS);
  }
}
