import { createHash } from 'node:crypto';
import { GRADERS, type Grader } from '@gcd/contracts';
import { Random } from '@gcd/synth';
import type { Card } from './card.js';
import { completeCounts, drawCounts, gradeShares } from './grades.js';
import { drawHistory } from './history.js';
import { totalOf } from './known.js';
import type { Counts, Entry, PopulationRow } from './model.js';
import { SpecNumbers, setUrl } from './references.js';

/**
 * Quality of a card for which only one count, from a cert page, is known. The value is positive, because most copies of
 * such cards get high grades.
 */
const ONE_GRADE_KNOWN = 0.3;

/** Creates grader cards, in promotion order. */
export class EntryMaker {
  readonly #seed: string;
  readonly #specs = new SpecNumbers();

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Creates the grader cards of a card, with their populations. */
  entriesOf(card: Card): Entry[] {
    const random = new Random(`${this.#seed} entries ${card.key}`);
    // Some cards are often badly centered or scratched, so every grader gives them low grades.
    const quality = (card.isChase ? 0.2 : 0.6) * random.normal();
    const graders = GRADERS.filter((grader) => card.names[grader] !== undefined);
    // Draw an unused random number, so that the numbers after it, and therefore the sample, stay the same.
    if (graders.length > 1 && !card.isChase) random.next();
    return graders.map((grader) => {
      const name = card.names[grader];
      if (!name) throw new Error(`no name at ${grader}: ${card.key}`);
      const population = populationOf(card, grader, quality, random);
      return {
        ...name,
        grader,
        cardId: cardIdOf(grader, card),
        ...this.#specs.next(grader, card, random),
        setUrl: setUrl(grader, name, card.setKey),
        population,
        certs: certsFor(population, card.isChase, random),
      };
    });
  }
}

/** Derives the id of a grader card from the grader's description, so that it is the same in every sample. */
function cardIdOf(grader: Grader, card: Card): string {
  return createHash('sha1').update(`${grader}\n${card.names[grader]?.description}`).digest('hex');
}

function populationOf(
  card: Card,
  grader: Grader,
  quality: number,
  random: Random,
): PopulationRow[] {
  const known = card.known[grader];
  const copies = card.copies[grader] ?? 0;
  if (!known && copies === 0) return [];
  // If only one grade is known, a random quality could inflate the counts of the other grades.
  const shares = gradeShares(grader, card.year, known?.total === null ? ONE_GRADE_KNOWN : quality);
  const counts = known ? completeCounts(shares, known, random) : drawCounts(shares, copies, random);
  const autographed =
    grader === 'psa' && random.chance(card.isChase ? 0.4 : 0.004)
      ? drawAutographed(counts, random)
      : {};
  return drawHistory(
    {
      counts,
      autographed,
      year: card.year,
      releaseDate: card.releaseDate,
      newest: known?.date ?? null,
    },
    random,
  );
}

/** Returns random counts of autographed copies, by grade. */
function drawAutographed(counts: Counts, random: Random): Counts {
  const few = Object.entries(counts).map(([key, count]): [string, number] => [
    key,
    Math.min(count, random.poisson(Math.min(6, count * 0.004))),
  ]);
  return Object.fromEntries(few.filter(([, count]) => count > 0));
}

/** Returns the number of certs to write: none for most rare cards, and more for cards with many copies. */
function certsFor(population: readonly PopulationRow[], isChase: boolean, random: Random): number {
  const total = totalOf(population.at(-1)?.counts ?? {});
  if (total === 0 || (total < 60 && !random.chance(0.05))) return 0;
  const wanted = (isChase ? 5 : 0.41) * total ** 0.42;
  return Math.min(total, Math.max(1, random.poisson(Math.min(wanted, 160))));
}
