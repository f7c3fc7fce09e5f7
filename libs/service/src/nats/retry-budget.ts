/** How much of a retry each request adds. */
const SHARE = 0.1;
/** Enough for what an instance has in progress when it ends, without a request before. */
const MAX_SAVED = 200;

/** Retries that may be made: one for ten requests. Retries can then not multiply the load on services that are slow. */
export class RetryBudget {
  private saved = MAX_SAVED;

  /** A request was made. */
  add(): void {
    this.saved = Math.min(MAX_SAVED, this.saved + SHARE);
  }

  /** @returns whether a retry may be made now; it is then spent */
  take(): boolean {
    if (this.saved < 1) return false;
    this.saved -= 1;
    return true;
  }
}
