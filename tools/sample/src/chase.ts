import type { Known } from './known.js';
import type { Print } from './model.js';
import { varietyOf } from './variety.js';

/** Ids of the holographic cards of the Base Set, in every edition. */
const BASE_SET_HOLOS = Array.from({ length: 16 }, (_, position) => `base1-${position + 1}`);

/** The most popular cards. Every grader lists them, and they are matched across all four graders. */
const CHASE_CARDS: ReadonlySet<string> = new Set([
  ...BASE_SET_HOLOS,
  ...[
    'base1-58',
    'basep-1',
    'base3-5',
    'base4-4',
    'base5-4',
    'gym2-2',
    'neo1-9',
    'neo4-107',
    'neo4-105',
  ],
  ...['lc-3', 'ecard3-146', 'ecard2-149', 'ex15-100', 'pop5-17', 'pop5-16', 'pl3-143'],
  ...['xy12-11', 'sm115-9', 'sma-SV49', 'swsh3.5-74', 'swsh4.5sv-SV107'],
  ...['swsh7-215', 'swsh7-218', 'swsh7-212', 'swsh8-271', 'swsh8-269', 'swsh11-186', 'swsh6-201'],
  ...['sv03.5-199', 'sv03.5-198', 'sv03.5-200', 'sv02-203', 'sv04.5-234', 'sv08.5-161', 'sv08-238'],
  ...['sv06-214', 'sv10-231', 'me02-125'],
]);

/** Whether a print is one of the most popular cards. */
export function isChase(print: Print): boolean {
  const { isReverse, stamp, foil } = varietyOf(print);
  return CHASE_CARDS.has(print.id) && !isReverse && stamp === '' && foil === '';
}

/** Returns the amount to add to the popularity of a card; 0 unless it is one of the most popular cards. */
export function chaseBoost(print: Print): number {
  return isChase(print) ? 3.5 : 0;
}

/** Approximate PSA populations of the Base Set Charizard, by edition: all copies, and those graded 10. */
const CHARIZARD: Readonly<Record<string, readonly [total: number, ten: number]>> = {
  '': [31_400, 412],
  '1st Edition': [5_440, 121],
  Shadowless: [6_850, 93],
  '1999-2000': [1_930, 31],
};

/** Returns the PSA population of a well-known card, which is generated but close to published numbers. */
export function famousPopulation(print: Print): Known | null {
  if (print.id === 'base1-4') {
    const [total, ten] = CHARIZARD[varietyOf(print).edition] ?? [0, 0];
    return { date: null, counts: { psa_10: ten }, total };
  }
  // The page of a real PSA cert of Venusaur ex shows the number of copies graded 8, but not the total.
  if (print.id === 'sv03.5-198') return { date: null, counts: { psa_8: 7939 }, total: 46_200 };
  return null;
}
