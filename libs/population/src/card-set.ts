import { GRADERS, type Grader } from '@gcd/contracts/graders';
import type { CardSet } from '@gcd/contracts/sets';
import { rateOf } from './rate.js';

/** A set as selected from the database. */
export interface SetRow extends Pick<CardSet, 'set_id' | 'category' | 'year' | 'set_name'> {
  readonly display_name: string | null;
  readonly cards: number;
  readonly total_population: number;
  readonly gem_total: number;
  /** Bit mask of the graders that list a card of the set. Bit 0 is the first grader in `GRADERS`. */
  readonly graders: number;
  readonly changed_on: string | null;
}

/** SQL for the columns of {@link SetRow}, from table `sets s`. */
export const SET_COLUMNS = `s.display_name, encode(s.set_id, 'hex') as set_id, s.category, s.year, s.set_name, s.cards,
  s.total_population::double precision, s.gem_total::double precision, s.graders, s.changed_on`;

export function toCardSet(set: SetRow): CardSet {
  const { set_id, category, year, set_name, cards, total_population, gem_total, graders } = set;
  return {
    display_name: set.display_name ?? `${year} ${set_name}`.trim(),
    set_id,
    category,
    year,
    set_name,
    cards,
    total_population,
    gem_total,
    gem_rate: rateOf(gem_total, total_population),
    graders_included: gradersOf(graders),
  };
}

/** Returns the graders in a bit mask, in the order of `GRADERS`. */
export function gradersOf(mask: number): Grader[] {
  return GRADERS.filter((_grader, bit) => mask & (1 << bit));
}
