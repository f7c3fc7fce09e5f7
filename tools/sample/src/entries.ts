import { createHash } from 'node:crypto';
import { GRADERS, type Grader } from '@gcd/contracts';
import { Random } from '@gcd/synthetic';
import type { Card } from './card.js';
import { completeCounts, drawCounts, gradeShares } from './grades.js';
import { drawHistory } from './history.js';
import { totalOf } from './known.js';
import type { Counts, Entry, PopulationRow } from './model.js';
import { SpecNumbers, setUrl } from './references.js';

/** The part of cards with entries at two or more graders that are matched; the rest is for the matcher to find. */
const MATCHED_SHARE = 0.195;

/** The quality of a card of which a cert's page tells one grade: such certs are mostly of good copies. */
const ONE_GRADE_KNOWN = 0.3;

/** Makes the entries of one card after the other, in promotion order. */
export class EntryMaker {
  readonly #seed: string;
  readonly #specs = new SpecNumbers();

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** The entries of a card, populations and links included. */
  entriesOf(card: Card): Entry[] {
    const random = new Random(`${this.#seed} entries ${card.key}`);
    // Prints that come out badly centered or scratched grade low at every grader.
    const quality = (card.isChase ? 0.2 : 0.6) * random.normal();
    const graders = GRADERS.filter((grader) => card.names[grader] !== undefined);
    const isMatched =
      graders.length > 1 && (card.isChase || random.chance(MATCHED_SHARE)) && !card.isMatchedLater;
    const promoted = graders[0] ? cardIdOf(graders[0], card) : '';
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
        universalCardId: isMatched ? promoted : '',
        population,
        certs: certsFor(population, card.isChase, random),
      };
    });
  }
}

/** The id of an entry: a digest of what its grader calls the card, so the same card keeps its id in every sample. */
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
  // One known grade would let a bad draw of the quality blow the rest up.
  const shares = gradeShares(grader, card.year, known?.total === null ? ONE_GRADE_KNOWN : quality);
  const counts = known ? completeCounts(shares, known, random) : drawCounts(shares, copies, random);
  const autographed =
    grader === 'psa' && random.chance(card.isChase ? 0.4 : 0.004)
      ? drawAutographed(counts, random)
      : {};
  return drawHistory(
    { counts, autographed, releaseDate: card.releaseDate, newest: known?.date ?? null },
    random,
  );
}

/** A few of the copies are signed. */
function drawAutographed(counts: Counts, random: Random): Counts {
  const few = Object.entries(counts).map(([key, count]): [string, number] => [
    key,
    Math.min(count, random.poisson(Math.min(6, count * 0.004))),
  ]);
  return Object.fromEntries(few.filter(([, count]) => count > 0));
}

/** Certs to write: none for most rare cards, more the more copies there are. */
function certsFor(population: readonly PopulationRow[], isChase: boolean, random: Random): number {
  const total = totalOf(population.at(-1)?.counts ?? {});
  if (total === 0 || (total < 60 && !random.chance(0.05))) return 0;
  const wanted = (isChase ? 5 : 0.41) * total ** 0.42;
  return Math.min(total, Math.max(1, random.poisson(Math.min(wanted, 160))));
}
