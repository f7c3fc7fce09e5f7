import { GRADE_SCALES, type Grader, QUALIFIER_TYPES } from '@gcd/contracts';
import { drawSubgrades } from './subgrades.js';
import { Random } from './random.js';
import { CertNumbers } from './cert-numbers.js';
import type { GradeCounts } from './grades.js';
import { DRAWN_ON } from './population.js';

/** A grader card for which certs are generated, with the number of its copies by grade. */
export interface Copies {
  readonly cardId: string;
  readonly grader: Grader;
  readonly counts: GradeCounts;
  readonly qualifiers: GradeCounts;
  readonly autographed: GradeCounts;
}

export const CERT_COLUMNS =
  'grader,cert,card_id,grade,qualifier_type,has_auto_grade,auto_grade_label,retrieved_month,centering,corners,edges,surface,grade_label,description';

const AUTO_GRADES = ['10', '10', '10', '9', '9', '8'];
/** Relative frequencies of the qualifiers in {@link QUALIFIER_TYPES}. "Off center" is by far the most frequent. */
const QUALIFIER_WEIGHTS = [60, 4, 12, 8, 2, 14];
/** Share of Beckett copies whose subgrades are known. */
const SUBGRADED = 0.75;
/** The 24 months in which certs were retrieved. Most were retrieved in the latest months. */
const MONTHS = monthsBack(24);

/** Formats the rows of `certs.csv`, with unique cert numbers. */
export class CertWriter {
  readonly #random: Random;
  readonly #numbers: CertNumbers;

  /** @param most maximum number of certs */
  constructor(seed: string, most: number) {
    this.#random = new Random(`${seed} certs`);
    this.#numbers = new CertNumbers(seed, most);
  }

  /**
   * Generates certs for random copies of a grader card. Each grade has at most as many certs as copies. `write` is
   * called with each row and cert number.
   */
  draw(copies: Copies, count: number, write: (line: string, cert: string) => void): void {
    const random = this.#random;
    const { grader, cardId } = copies;
    const scale = GRADE_SCALES[grader];
    const left = [...copies.counts, ...copies.qualifiers];
    let all = left.reduce((sum, each) => sum + each, 0);
    let signed = copies.autographed.reduce((sum, each) => sum + each, 0);
    let month = '';
    for (let rest = Math.min(count, all); rest > 0; rest -= 1) {
      // Consecutive certs often have the same month, because copies that are submitted together are also retrieved
      // together.
      if (month === '' || random.chance(0.3)) month = this.#month();
      const at = pickFrom(left, all, random);
      left[at] = (left[at] ?? 0) - 1;
      all -= 1;
      const qualifier = scale.qualifiers[at - scale.grades.length];
      const grade = scale.grades[at];
      const isSigned = signed > 0 && (copies.autographed[at] ?? 0) > 0 && random.chance(0.5);
      if (isSigned) signed -= 1;
      const auto = isSigned ? `true,${random.pick(AUTO_GRADES)}` : ',';
      const type = qualifier ? QUALIFIER_TYPES[random.weighted(QUALIFIER_WEIGHTS)] : '';
      const cert = this.#numbers.next(grader);
      const key = (qualifier ?? grade)?.key ?? '';
      write(
        `${grader},${cert},${cardId},${key},${type},${auto},${month},${this.#subgrades(grader, key)},,\n`,
        cert,
      );
    }
  }

  /** Generates a Beckett cert that is not linked to a card and whose grade is not on the grade scale. */
  withoutCard(description: string): string {
    const cert = this.#numbers.next('beckett');
    return `beckett,${cert},,,,,,${this.#month()},,,,,BCCG 10 MINT OR BETTER,${description}\n`;
  }

  #month(): string {
    return MONTHS[Math.floor(MONTHS.length * this.#random.next() ** 2)] ?? '';
  }

  #subgrades(grader: Grader, key: string): string {
    if (grader !== 'beckett' || !this.#random.chance(SUBGRADED)) return ',,,';
    const { centering, corners, edges, surface } = drawSubgrades(key, this.#random);
    return `${centering},${corners},${edges},${surface}`;
  }
}

function pickFrom(counts: readonly number[], all: number, random: Random): number {
  let rest = random.next() * all;
  for (let at = counts.length - 1; at > 0; at -= 1) {
    rest -= counts[at] ?? 0;
    if (rest < 0) return at;
  }
  return 0;
}

function monthsBack(count: number): string[] {
  const [year = 0, month = 0] = DRAWN_ON.split('-').map(Number);
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
  );
}
