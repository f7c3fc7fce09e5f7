/** Retries earned per request. */
const SHARE = 0.1;
/** Covers the requests that an instance has in flight when it ends, even with no other traffic. */
const MAX_SAVED = 200;

/** Limits retries to one per ten requests, so that retries cannot multiply the load on slow services. */
export class RetryBudget {
  private saved = MAX_SAVED;

  /** Counts a request. */
  add(): void {
    this.saved = Math.min(MAX_SAVED, this.saved + SHARE);
  }

  /** Uses up one retry. @returns whether it may be made */
  take(): boolean {
    if (this.saved < 1) return false;
    this.saved -= 1;
    return true;
  }
}
