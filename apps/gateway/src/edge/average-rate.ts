/** Exponential moving average of a rate of requests. */
export class AverageRate {
  private sum = 0;
  private totalWeight = 0;

  /** @param constantMs time after which an observation has lost 63 % of its weight */
  constructor(private readonly constantMs: number) {}

  /** Total weight of the observations so far: 0 without observations, approaching 1 over time. */
  get weight(): number {
    return this.totalWeight;
  }

  get perMs(): number {
    return this.totalWeight > 0 ? this.sum / this.totalWeight : 0;
  }

  /** Adds the number of requests in the last `ms` milliseconds. */
  add(count: number, ms: number): void {
    const kept = Math.exp(-ms / this.constantMs);
    this.sum = this.sum * kept + (count / ms) * (1 - kept);
    this.totalWeight = this.totalWeight * kept + 1 - kept;
  }
}
