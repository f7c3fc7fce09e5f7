import type { Random } from '@gcd/synth';

/**
 * Draws ranks from a Zipf distribution: the probability of rank `k` is proportional to `k ** -exponent`.
 * Rejection-inversion sampling is exact, and its cost does not depend on the number of ranks.
 */
export class Zipf {
  private readonly atFirst: number;
  private readonly atLast: number;
  private readonly always: number;

  /** @param exponent a positive number other than 1 */
  constructor(
    private readonly ranks: number,
    private readonly exponent: number,
    private readonly random: Random,
  ) {
    this.atFirst = this.integral(1.5) - 1;
    this.atLast = this.integral(ranks + 0.5);
    this.always = 2 - this.inverse(this.integral(2.5) - this.density(2));
  }

  next(): number {
    for (;;) {
      const drawn = this.atLast + this.random.next() * (this.atFirst - this.atLast);
      const exact = this.inverse(drawn);
      const rank = Math.min(this.ranks, Math.max(1, Math.round(exact)));
      if (rank - exact <= this.always) return rank;
      if (drawn >= this.integral(rank + 0.5) - this.density(rank)) return rank;
    }
  }

  private density(rank: number): number {
    return rank ** -this.exponent;
  }

  private integral(rank: number): number {
    return (rank ** (1 - this.exponent) - 1) / (1 - this.exponent);
  }

  private inverse(value: number): number {
    return (1 + value * (1 - this.exponent)) ** (1 / (1 - this.exponent));
  }
}
