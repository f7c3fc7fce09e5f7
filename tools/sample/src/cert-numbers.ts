import type { Grader } from '@gcd/contracts';
import type { Random } from '@gcd/synth';

/** Cert numbers of each grader: lowest number, highest number, and number of digits. */
const RANGES: Readonly<Record<Grader, readonly [number, number, number]>> = {
  psa: [20_000_000, 164_999_999, 8],
  beckett: [10_000_000, 17_999_999, 10],
  sgc: [1_000_000, 9_999_999, 7],
  cgc: [4_000_000_000, 4_599_999_999, 10],
};

export class CertNumbers {
  readonly #taken: Set<string>;

  /** @param reserved numbers of real certs, which the generator skips */
  constructor(reserved: readonly string[]) {
    this.#taken = new Set(reserved.map((cert) => `psa ${cert}`));
  }

  /** Returns consecutive numbers, like those that graders assign to copies submitted together. */
  run(grader: Grader, length: number, random: Random): string[] {
    const [low, high, digits] = RANGES[grader];
    for (;;) {
      const first = random.integer(low, high - length);
      const run = Array.from({ length }, (_, at) => String(first + at).padStart(digits, '0'));
      if (run.some((cert) => this.#taken.has(`${grader} ${cert}`))) continue;
      for (const cert of run) this.#taken.add(`${grader} ${cert}`);
      return run;
    }
  }
}
