/** Number of retries that each request adds to the retry budget. */
const SHARE = 0.1;
/**
 * Maximum number of retries in the budget, large enough to retry all requests that an instance has in flight when it
 * exits.
 */
const MAX_SAVED = 200;

/**
 * Limits retries because of unavailable instances to one per ten requests, to avoid multiplying the load on slow
 * services.
 */
export class RetryBudget {
  private saved = MAX_SAVED;

  add(): void {
    this.saved = Math.min(MAX_SAVED, this.saved + SHARE);
  }

  /** Takes one retry from the budget. @returns false if the budget is used up */
  take(): boolean {
    if (this.saved < 1) return false;
    this.saved -= 1;
    return true;
  }
}
