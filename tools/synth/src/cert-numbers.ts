import type { Grader } from '@gcd/contracts';
import { Random } from './random.js';

/** First cert number of each grader, and the number of digits in its cert numbers. */
const FIRST: Readonly<Record<Grader, readonly [number, number]>> = {
  psa: [60_000_000, 8],
  beckett: [10_000_000, 10],
  sgc: [1_000_000, 7],
  cgc: [4_000_000_000, 10],
};

/** Number of copies that are submitted together and therefore have consecutive cert numbers. */
const RUN = 8;

/**
 * Generates unique cert numbers without storing them. Cert numbers come in runs of {@link RUN} consecutive numbers. The
 * runs are numbered, and a permutation of these numbers makes the order of the runs look random.
 */
export class CertNumbers {
  readonly #given: Record<Grader, number> = { psa: 0, beckett: 0, sgc: 0, cgc: 0 };
  readonly #bits: number;
  readonly #offset: number;

  /** @param most maximum number of certs per grader */
  constructor(seed: string, most: number) {
    this.#bits = Math.max(4, Math.ceil(Math.log2(most / RUN + 1)));
    this.#offset = new Random(`${seed} cert numbers`).integer(0, 2 ** this.#bits - 1);
  }

  next(grader: Grader): string {
    const given = this.#given[grader]++;
    const [first, digits] = FIRST[grader];
    const number = first + this.#scrambled(Math.floor(given / RUN)) * RUN + (given % RUN);
    return `${number}`.padStart(digits, '0');
  }

  // Permutes the number of a run. Each step is reversible, so different runs never get the same number.
  #scrambled(run: number): number {
    const mask = 2 ** this.#bits - 1;
    const half = this.#bits >> 1;
    let place = (run + this.#offset) & mask;
    for (const factor of [0x9e3779b1, 0x85ebca6b]) {
      place = Math.imul(place, factor) & mask;
      place ^= place >>> half;
    }
    return place;
  }
}
