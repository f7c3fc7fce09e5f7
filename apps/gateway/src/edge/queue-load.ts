/**
 * A queue counts as overloaded once it has been non-empty for this number of milliseconds. A queue that empties sooner
 * may be due to a burst, or to retries because an instance is stalled.
 */
const OVERLOADED_AFTER_MS = 1500;
/** Overload ends after this number of milliseconds without a rejected request. */
const RECOVERED_AFTER_MS = 500;
/**
 * Target wait of requests during overload, in milliseconds. The queue is limited to the number of requests that are
 * admitted in this time, as measured recently.
 */
const TARGET_WAIT_MS = 200;
/** Admitted requests are counted in intervals of this number of milliseconds. */
const INTERVAL_MS = 500;

/** Tracks whether a queue is overloaded, and how many requests it may contain during overload. */
export class QueueLoad {
  /** Time when the queue last became non-empty. */
  private busySince = Number.POSITIVE_INFINITY;
  private rejectedAt = Number.NEGATIVE_INFINITY;
  private intervalStart = 0;
  /** Number of requests admitted in the current interval. */
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
