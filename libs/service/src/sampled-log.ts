/** Lines about something that happens often are written at most so often. */
const SAMPLE_MS = 1000;

/** Counts what happens often, so that one line a second stands for all. */
export class SampledLog {
  private since = Number.NEGATIVE_INFINITY;
  private skipped = 0;

  /** @returns how often it has happened since the last line; 0: no line is due */
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
