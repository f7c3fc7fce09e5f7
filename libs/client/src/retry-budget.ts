const MAX_BACKOFF_S = 30;
const FIRST_BACKOFF_S = 0.25;
// Clients should not all return at the same moment after an outage.
const JITTER = 0.2;

/** Limits how long retries may take in total, from the first failure on. */
export class RetryBudget {
  private tries = 0;
  private deadline: number | undefined;

  /** @param budget seconds */
  constructor(private readonly budget: number) {}

  /**
   * How many seconds to wait before the next retry.
   * @param retryAfter seconds that the API asks to wait, or null
   * @returns null if the budget does not allow it
   */
  next(retryAfter: number | null): number | null {
    const now = performance.now();
    this.deadline ??= now + this.budget * 1000;
    const least = retryAfter ?? Math.min(MAX_BACKOFF_S, FIRST_BACKOFF_S * 2 ** this.tries);
    this.tries += 1;
    if (now + least * 1000 > this.deadline) return null;
    return least + Math.min(least, 1) * JITTER * Math.random();
  }
}
