/** Minimum interval in milliseconds between log lines about the same kind of frequent event. */
const SAMPLE_MS = 1000;

/** Counts a frequent event, whose log lines are limited to one per second. */
export class SampledLog {
  private since = Number.NEGATIVE_INFINITY;
  private skipped = 0;

  /**
   * Counts an event.
   * @returns the number of events since the previous log line if a new line is due; otherwise 0
   */
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
