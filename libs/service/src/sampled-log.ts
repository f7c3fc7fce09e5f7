/** Minimum interval in milliseconds between log lines about the same kind of frequent event. */
const SAMPLE_MS = 1000;

/** Counts a frequent event, and limits its log lines to one per second. */
export class SampledLog {
  private since = Number.NEGATIVE_INFINITY;
  private skipped = 0;

  /**
   * Counts an event.
   * @returns if a log line is due, the number of events since the previous line; otherwise 0
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
