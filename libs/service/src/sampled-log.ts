/** Minimum interval in milliseconds between lines about the same frequent event. */
const SAMPLE_MS = 1000;

/** Counts a frequent event, so that at most one log line per second is written about it. */
export class SampledLog {
  private since = Number.NEGATIVE_INFINITY;
  private skipped = 0;

  /** @returns the number of events since the last line if a line is due, otherwise 0 */
  count(): number {
    this.skipped += 1;
    const now = performance.now();
    if (now - this.since < SAMPLE_MS) return 0;
    const count = this.skipped;
    this.since = now;
    this.skipped = 0;
    return count;
  }
}
