import { createHash } from 'node:crypto';

/**
 * Random numbers that depend only on a seed. Each card has its own generator, so changing one card does not affect the
 * random numbers of other cards.
 */
export class Random {
  readonly #state: Uint32Array;

  constructor(seed: string) {
    const digest = createHash('sha256').update(seed).digest();
    this.#state = Uint32Array.from([0, 4, 8, 12], (at) => digest.readUInt32LE(at));
  }

  /** Returns a random number in [0, 1), generated with sfc32. */
  next(): number {
    const s = this.#state as Uint32Array & { 0: number; 1: number; 2: number; 3: number };
    const sum = (s[0] + s[1] + s[3]) >>> 0;
    s[3] = s[3] + 1;
    s[0] = s[1] ^ (s[1] >>> 9);
    s[1] = s[2] + (s[2] << 3);
    s[2] = ((s[2] << 21) | (s[2] >>> 11)) + sum;
    return sum / 2 ** 32;
  }

  /** Returns a random whole number from `low` to `high`, inclusive. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.integer(0, items.length - 1)] as T;
  }

  /** Returns a random index. The probability of each index is its weight divided by the sum of all weights. */
  weighted(weights: readonly number[]): number {
    let rest = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
    for (const [position, weight] of weights.entries()) {
      rest -= weight;
      if (rest < 0) return position;
    }
    return weights.findLastIndex((weight) => weight > 0);
  }

  /** Returns a random value from the standard normal distribution. */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return radius * Math.cos(2 * Math.PI * this.next());
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  /** Returns a random whole number from a Poisson distribution with mean `mean`. */
  poisson(mean: number): number {
    if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    let count = 0;
    for (let rest = this.exponential(1); rest < mean; rest += this.exponential(1)) count++;
    return count;
  }
}
