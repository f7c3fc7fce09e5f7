import { Random } from './random.js';
import { type Copies, drawCopies, sportsMiddle } from './copies.js';
import { type CardSet, planSets } from './sets.js';

export interface ListedSet {
  readonly set: CardSet;
  readonly copies: readonly Copies[];
}

/** Average number of grader cards per card, used only to estimate the number of sets. */
const GRADER_CARDS_PER_CARD = 1.8;

/**
 * Generates sets until their cards have the given number of grader cards in total. The last set ends when that number
 * is reached.
 */
export function* listSets(seed: string, graderCards: number): Generator<ListedSet> {
  const middle = sportsMiddle(firstSets(seed, graderCards));
  let left = graderCards;
  for (const set of planSets(seed, graderCards)) {
    if (left <= 0) return;
    const random = new Random(`${seed} ${set.key} copies`);
    const copies: Copies[] = [];
    for (let at = 0; at < set.size && left > 0; at += 1) {
      const drawn = drawCopies(set, middle, random).slice(0, left);
      copies.push(drawn);
      left -= drawn.length;
    }
    yield { set, copies };
  }
}

/** Returns the total number of copies of the given number of generated grader cards. */
export function countCopies(seed: string, graderCards: number): number {
  let total = 0;
  for (const { copies } of listSets(seed, graderCards)) {
    for (const card of copies) for (const [, count] of card) total += count;
  }
  return total;
}

function* firstSets(seed: string, graderCards: number): Generator<CardSet> {
  let left = graderCards / GRADER_CARDS_PER_CARD;
  for (const set of planSets(seed, graderCards)) {
    if (left <= 0) return;
    left -= set.size;
    yield set;
  }
}
