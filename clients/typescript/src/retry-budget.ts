const MAX_BACKOFF_S = 30;
const FIRST_BACKOFF_S = 0.25;
// Maximum random extra delay, as a fraction of the wait or of one second, whichever is shorter. It prevents all clients
// from retrying at the same time after an outage.
const JITTER = 0.2;

/** Limits the total time for retries, starting with the first failure. */
export class RetryBudget {
  private tries = 0;
  private deadline: number | undefined;

  /** @param budget total time for retries, in seconds */
  constructor(private readonly budget: number) {}

  /**
   * Returns the seconds to wait before the next retry.
   * @param retryAfter seconds to wait according to the API, null if unknown
   * @returns null if the budget does not allow a retry
   */
  next(retryAfter: number | null): number | null {
    const now = performance.now();
    this.deadline ??= now + this.budget * 1000;
    // Use backoff for 0 too, so that a server that sends `Retry-After: 0` gets no flood of requests.
    const least = retryAfter || Math.min(MAX_BACKOFF_S, FIRST_BACKOFF_S * 2 ** this.tries);
    this.tries += 1;
    if (now + least * 1000 > this.deadline) return null;
    return least + Math.min(least, 1) * JITTER * Math.random();
  }
}
