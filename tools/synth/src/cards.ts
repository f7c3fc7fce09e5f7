import type { Random } from './random.js';
import type { CardSet } from './sets.js';
import {
  CREATURE_FORMS,
  CREATURE_PARALLELS,
  CREATURE_SUBSETS,
  CREATURES,
  FIRST_NAMES,
  LAST_NAMES,
  OLD_CREATURE_PARALLELS,
  OLD_PARALLELS,
  PARALLELS,
  SUBSETS,
  SUFFIXES,
} from './vocabulary.js';

/** A card of a set, independent of graders. */
export interface Card {
  readonly set: CardSet;
  readonly name: string;
  readonly number: string;
  /** Name of the parallel; empty for a base card. */
  readonly parallel: string;
  readonly subset: string;
  readonly isRookie: boolean;
}

/** Maximum number of base cards in a set. Further cards belong to subsets and parallels. */
const MAX_BASE_CARDS = 200;
const FIRST_YEAR_OF_PARALLELS = 1993;
/**
 * Interval between subsets, in rounds. In each round that is a multiple of this interval, the cards form a subset with
 * its own card numbers. In the other rounds, they form a parallel, with the numbers of the base cards.
 */
const SUBSET_EVERY = 4;

/**
 * Generates the cards of a set in order: base cards, then rounds of parallels and subsets. No two cards have the same
 * number, parallel and subset.
 */
export function* cardsOf(set: CardSet, random: Random): Generator<Card> {
  const isPokemon = set.category === 'Pokemon';
  const base = Math.min(set.size, Math.ceil(MAX_BASE_CARDS * (0.25 + 0.75 * random.next())));
  const forms = CREATURE_FORMS.filter(([from]) => from <= set.year);
  const names = Array.from({ length: base }, () => ({
    name: isPokemon ? drawCreature(forms, random) : drawName(random),
    isRookie: !isPokemon && random.chance(0.15),
  }));
  const lists = listsOf(set);
  for (let at = 0; at < set.size; at += 1) {
    const round = Math.floor(at / base);
    const place = at % base;
    const drawn = names[place] ?? { name: '', isRookie: false };
    if (round > 0 && round % SUBSET_EVERY === 0) {
      const subset = nth(lists.subsets, round / SUBSET_EVERY - 1);
      yield { set, ...drawn, number: `${initials(subset)}${place + 1}`, parallel: '', subset };
    } else {
      const parallel = round === 0 ? '' : nth(lists.parallels, round - 1);
      yield { set, ...drawn, number: `${place + 1}`, parallel, subset: '' };
    }
  }
}

function listsOf({ category, year }: CardSet) {
  if (category === 'Pokemon') {
    return {
      parallels: year < 2003 ? OLD_CREATURE_PARALLELS : CREATURE_PARALLELS,
      subsets: CREATURE_SUBSETS,
    };
  }
  return {
    parallels: year < FIRST_YEAR_OF_PARALLELS ? OLD_PARALLELS : PARALLELS,
    subsets: SUBSETS,
  };
}

function drawCreature(forms: typeof CREATURE_FORMS, random: Random): string {
  const [, before, after] = random.pick(forms);
  return `${before} ${random.pick(CREATURES)} ${after}`.trim();
}

function drawName(random: Random): string {
  return `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}${random.pick(SUFFIXES)}`;
}

/** Returns the item at an index. Items repeat beyond the end of the list, with a number appended. */
function nth(list: readonly string[], at: number): string {
  const name = list[at % list.length] ?? '';
  const round = Math.floor(at / list.length);
  return round === 0 ? name : `${name} ${round + 1}`;
}

/** Abbreviates a subset: `All-Star` becomes `AS-`, `Power Surge 2` becomes `PS2-`. */
function initials(subset: string): string {
  return `${subset
    .split(/[ -]/)
    .map(([letter]) => letter)
    .join('')}-`;
}
