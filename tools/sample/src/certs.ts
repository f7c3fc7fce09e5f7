import { GRADE_SCALES, type Grader } from '@gcd/contracts';
import { drawSubgrades, Random, type Subgrades } from '@gcd/synth';
import { monthsAgo } from './calendar.js';
import { CertNumbers } from './cert-numbers.js';
import type { Entry } from './model.js';
import type { SourceRow } from './source.js';
import { wordKey } from './text.js';

/** A row of `certs.csv`. */
export interface Cert extends Partial<Subgrades> {
  readonly grader: Grader;
  readonly cert: string;
  readonly card_id?: string;
  readonly grade?: string;
  readonly qualifier_type?: string;
  readonly grade_label?: string;
  readonly description?: string;
  readonly has_auto_grade?: 'true';
  readonly auto_grade_label?: string;
  readonly retrieved_month?: string;
}

/** Relative frequencies of qualifiers. "Off center" is by far the most frequent. */
const QUALIFIER_WEIGHTS = { OC: 60, MK: 14, ST: 12, PD: 8, MC: 4, OF: 2 };

const AUTO_GRADES = ['GEM MT 10', 'GEM MT 10', 'MINT 9', 'NM-MT 8'];

/** Share of graded Beckett copies whose subgrades are known. */
const SUBGRADED_SHARE = 0.75;

/** Creates the certs of grader cards: first real ones from the source, then generated ones. */
export class CertMaker {
  readonly #seed: string;
  readonly #real = new Map<string, SourceRow[]>();
  readonly #numbers: CertNumbers;

  constructor(realCerts: readonly SourceRow[], seed: string) {
    this.#seed = seed;
    this.#numbers = new CertNumbers(realCerts.map((row) => row.cert ?? ''));
    for (const row of realCerts) {
      const key = wordKey(row.description ?? '');
      this.#real.set(key, [...(this.#real.get(key) ?? []), row]);
    }
  }

  /**
   * Creates the certs of a grader card. For each grade, there are never more certs than copies in the latest
   * population.
   */
  certsOf(entry: Entry): Cert[] {
    const random = new Random(`${this.#seed} certs ${entry.cardId}`);
    const newest = entry.population.at(-1);
    const left = new Map(Object.entries(newest?.counts ?? {}));
    const signed = new Map(Object.entries(newest?.autographed ?? {}));
    const certs = this.#realOf(entry);
    for (const { grade } of certs) take(left, grade ?? '');
    while (certs.length < entry.certs) {
      const month = monthsAgo(Math.floor(22 * random.next() ** 2));
      const length = Math.min(entry.certs - certs.length, 1 + Math.floor(random.exponential(2.5)));
      for (const cert of this.#numbers.run(entry.grader, length, random)) {
        const grade = [...left.keys()][random.weighted([...left.values()])] ?? '';
        take(left, grade);
        const isSigned = (signed.get(grade) ?? 0) > 0 && random.chance(0.4);
        if (isSigned) take(signed, grade);
        certs.push({
          grader: entry.grader,
          cert,
          card_id: entry.cardId,
          grade,
          ...qualifierOf(grade, random),
          ...(isSigned
            ? { has_auto_grade: 'true', auto_grade_label: random.pick(AUTO_GRADES) }
            : {}),
          ...(entry.grader === 'beckett' && random.chance(SUBGRADED_SHARE)
            ? drawSubgrades(grade, random)
            : {}),
          retrieved_month: month,
        });
      }
    }
    return certs;
  }

  /**
   * Creates certs without a card: BCCG slabs, whose grades are not on Beckett's scale, and copies that are not linked
   * to a card yet.
   */
  certsWithoutCard(): Cert[] {
    const random = new Random(`${this.#seed} certs without card`);
    const bccg = Array.from({ length: 60 }, (): Cert => {
      const [label, description] = [random.pick(BCCG_LABELS), random.pick(WITHOUT_CARD)];
      const [cert = ''] = this.#numbers.run('beckett', 1, random);
      return {
        grader: 'beckett',
        cert,
        grade_label: label,
        description,
        retrieved_month: monthsAgo(3),
      };
    });
    const unlinked = Array.from({ length: 40 }, (): Cert => {
      const { key } = random.pick(GRADE_SCALES.psa.grades);
      const [cert = ''] = this.#numbers.run('psa', 1, random);
      const description = random.pick(WITHOUT_CARD).toUpperCase();
      return { grader: 'psa', cert, grade: key, description, retrieved_month: monthsAgo(0) };
    });
    return [...bccg, ...unlinked];
  }

  #realOf(entry: Entry): Cert[] {
    if (entry.grader !== 'psa') return [];
    return (this.#real.get(wordKey(entry.description)) ?? []).map((row) => ({
      grader: 'psa',
      cert: row.cert ?? '',
      card_id: entry.cardId,
      grade: `psa_${row.grade}`,
      retrieved_month: monthsAgo(0),
    }));
  }
}

const BCCG_LABELS = [
  'BCCG 10 MINT OR BETTER',
  'BCCG 9 NEAR MINT OR BETTER',
  'BCCG 8 EXCELLENT OR BETTER',
];

const WITHOUT_CARD = [
  '1986 Fleer Basketball Michael Jordan #57',
  '1989 Upper Deck Baseball Ken Griffey Jr. #1',
  '1990 Leaf Baseball Frank Thomas #300',
  '1991 Upper Deck Baseball Michael Jordan #SP1',
  '1992 Bowman Baseball Mariano Rivera #302',
  '1993 SP Baseball Derek Jeter #279',
  '1996 Topps Basketball Kobe Bryant #138',
  '1998 Topps Football Peyton Manning #360',
  '2000 Bowman Football Tom Brady #236',
  '2003 Topps Basketball LeBron James #221',
];

function take(left: Map<string, number>, key: string): void {
  const count = left.get(key) ?? 0;
  if (count > 1) left.set(key, count - 1);
  else left.delete(key);
}

function qualifierOf(grade: string, random: Random): Pick<Cert, 'qualifier_type'> {
  if (!grade.startsWith('psa_q')) return {};
  const at = random.weighted(Object.values(QUALIFIER_WEIGHTS));
  return { qualifier_type: Object.keys(QUALIFIER_WEIGHTS)[at] ?? 'OC' };
}
