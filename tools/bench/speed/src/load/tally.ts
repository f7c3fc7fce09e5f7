import type { Outcome } from './job.js';

/** Counts responses in the measured period. */
export class Tally {
  private latencies = new Float64Array(1 << 16);
  private requests = 0;
  private bytes = 0;
  private readonly statuses: Record<string, number> = {};

  add(status: number, bytes: number, latencyMs: number): void {
    if (this.requests === this.latencies.length) {
      const longer = new Float64Array(this.requests * 2);
      longer.set(this.latencies);
      this.latencies = longer;
    }
    this.latencies[this.requests] = latencyMs;
    this.requests += 1;
    this.bytes += bytes;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
  }

  outcome(seconds: number): Outcome {
    const sorted = this.latencies.slice(0, this.requests).sort();
    const percentile = (share: number): number =>
      sorted[Math.min(this.requests - 1, Math.floor(this.requests * share))] ?? Number.NaN;
    return {
      requests: this.requests,
      seconds,
      bytes: this.bytes,
      latencyMs: { p50: percentile(0.5), p90: percentile(0.9), p99: percentile(0.99) },
      statuses: this.statuses,
    };
  }
}
