import type { Grader } from '@gcd/contracts';
import type { Random } from './random.js';
import { normalShare } from './normal.js';
import type { CardSet } from './sets.js';

/** Numbers of copies of a card, by grader. Graders without copies are omitted. */
export type Copies = readonly (readonly [Grader, number])[];

/**
 * Measured quantiles of the number of copies of a Pokemon card across all graders. Each pair is a share of cards and
 * the number of copies that this share does not exceed. Other values are interpolated on a log scale.
 */
const POKEMON_QUANTILES: readonly (readonly [number, number])[] = [
  [0, 1],
  [0.25, 3],
  [0.29, 5],
  [0.5, 57],
  [0.75, 357],
  [0.9, 1301],
  [0.99, 6157],
  [1, 35_000],
];

/**
 * Weights of the two random values, one per set and one per card, that determine the number of copies of a Pokemon
 * card. The sum of their squares is 1, so the variance stays 1.
 */
const [POKEMON_SET_PART, POKEMON_CARD_PART] = [0.6, 0.8];

/** Mean number of PSA copies of a sports card, before numbers below one are rounded up to one copy. */
const SPORTS_MEAN = 9.7;
/**
 * Standard deviations of the logarithm of the number of copies, between sets and within a set. The value between sets
 * was chosen so that the largest 1 % of sets have 72 % of all copies.
 */
const [SPORTS_SET_SPREAD, SPORTS_CARD_SPREAD] = [2.5, 1.2];
const MAX_COPIES = 60_000;

/**
 * For each grader except PSA: the ratio of its copies to PSA's copies of the same card, and the share of cards that it
 * lists.
 */
const POKEMON_OTHERS: readonly (readonly [Grader, ratio: number, listed: number])[] = [
  ['beckett', 0.05, 0.5],
  ['sgc', 0.02, 0.5],
  ['cgc', 0.18, 0.85],
];
const SPORTS_OTHERS: readonly (readonly [Grader, ratio: number, listed: number])[] = [
  ['beckett', 0.47, 0.25],
  ['sgc', 0.31, 0.32],
  ['cgc', 0.3, 0.06],
];

/** Share of cards that PSA does not list but another grader does. */
const WITHOUT_PSA = 0.08;

/**
 * Computes the logarithm of the median number of copies of a sports card. With this median, the mean is
 * {@link SPORTS_MEAN}. The mean depends mostly on the few sets with the most copies.
 */
export function sportsMiddle(sets: Iterable<CardSet>): number {
  let cards = 0;
  let weight = 0;
  for (const { category, size, popularity } of sets) {
    if (category === 'Pokemon') continue;
    cards += size;
    weight += size * Math.exp(SPORTS_SET_SPREAD * popularity);
  }
  return Math.log((SPORTS_MEAN * cards) / weight) - SPORTS_CARD_SPREAD ** 2 / 2;
}

/**
 * Returns a random number of copies of a card for each grader, in promotion order.
 * @param middle result of {@link sportsMiddle}
 */
export function drawCopies(set: CardSet, middle: number, random: Random): Copies {
  return set.category === 'Pokemon' ? drawPokemon(set, random) : drawSports(set, middle, random);
}

function drawPokemon(set: CardSet, random: Random): Copies {
  const z = POKEMON_SET_PART * set.popularity + POKEMON_CARD_PART * random.normal();
  const total = quantile(normalShare(z));
  const others = POKEMON_OTHERS.map(([grader, ratio, listed]): [Grader, number] => [
    grader,
    random.chance(listed) ? ratio * Math.exp(0.5 * random.normal()) : 0,
  ]);
  const sum = others.reduce((all, [, ratio]) => all + ratio, 1);
  const counted = others.map(([grader, ratio]): [Grader, number] => [
    grader,
    Math.floor((total * ratio) / sum + random.next()),
  ]);
  const elsewhere = counted.reduce((all, [, count]) => all + count, 0);
  return listed([['psa', Math.max(0, total - elsewhere)], ...counted]);
}

function drawSports(set: CardSet, middle: number, random: Random): Copies {
  const z = SPORTS_SET_SPREAD * set.popularity + SPORTS_CARD_SPREAD * random.normal();
  const copies = Math.min(MAX_COPIES, Math.exp(middle + z));
  const others = SPORTS_OTHERS.map(([grader, ratio, part]): [Grader, number] => [
    grader,
    random.chance(part) ? atLeastOne(copies * ratio * Math.exp(0.4 * random.normal())) : 0,
  ]);
  const isElsewhere = others.some(([, count]) => count > 0);
  const psa = isElsewhere && random.chance(WITHOUT_PSA) ? 0 : atLeastOne(copies);
  return listed([['psa', psa], ...others]);
}

const atLeastOne = (copies: number) => Math.max(1, Math.round(copies));

const listed = (all: readonly [Grader, number][]): Copies => all.filter(([, count]) => count > 0);

function quantile(share: number): number {
  const above = POKEMON_QUANTILES.findIndex(([upTo]) => share <= upTo);
  const [low, lowCopies] = POKEMON_QUANTILES[above - 1] ?? [0, 1];
  const [high, highCopies] = POKEMON_QUANTILES[above] ?? [1, 1];
  const part = (share - low) / (high - low || 1);
  return Math.round(lowCopies * (highCopies / lowCopies) ** part);
}
