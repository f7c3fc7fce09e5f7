import type { Outcome } from './job.js';

/** Counts responses in the measured period. */
export class Tally {
  private latencies = new Float64Array(1 << 16);
  private calls = 0;
  private bytes = 0;
  private readonly statuses: Record<string, number> = {};

  add(status: number, bytes: number, latencyMs: number): void {
    if (this.calls === this.latencies.length) {
      const longer = new Float64Array(this.calls * 2);
      longer.set(this.latencies);
      this.latencies = longer;
    }
    this.latencies[this.calls] = latencyMs;
    this.calls += 1;
    this.bytes += bytes;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
  }

  outcome(seconds: number): Outcome {
    const sorted = this.latencies.slice(0, this.calls).sort();
    const percentile = (share: number): number =>
      sorted[Math.min(this.calls - 1, Math.floor(this.calls * share))] ?? Number.NaN;
    return {
      calls: this.calls,
      seconds,
      bytes: this.bytes,
      latencyMs: { p50: percentile(0.5), p90: percentile(0.9), p99: percentile(0.99) },
      statuses: this.statuses,
    };
  }
}
