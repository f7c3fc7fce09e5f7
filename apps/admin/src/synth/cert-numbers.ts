import type { Grader } from '@gcd/contracts';
import { Random } from '@gcd/synthetic';

/** The lowest number of each grader, and how many digits it is written with. */
const FIRST: Readonly<Record<Grader, readonly [number, number]>> = {
  psa: [60_000_000, 8],
  beckett: [10_000_000, 10],
  sgc: [1_000_000, 7],
  cgc: [4_000_000_000, 10],
};

/** Copies that come in together get numbers in a row. */
const RUN = 8;

/**
 * Gives out cert numbers, each once, without remembering any: runs of numbers, the runs in an order that looks random.
 * The order is a one-to-one scrambling of the runs below a power of two.
 */
export class CertNumbers {
  readonly #given: Record<Grader, number> = { psa: 0, beckett: 0, sgc: 0, cgc: 0 };
  readonly #bits: number;
  readonly #offset: number;

  /** @param most how many numbers a grader may need */
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

  // Each step can be undone, so no two runs end at the same place.
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
