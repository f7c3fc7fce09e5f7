import { Random } from './random.js';
import { normalAt } from './normal.js';
import { creatureSetName, EDITIONS, PRODUCT_LINES, SERIES } from './vocabulary.js';

export interface CardSet {
  readonly key: string;
  readonly category: string;
  readonly year: number;
  readonly title: string;
  readonly size: number;
  /** Popularity of the set as a standard normal value, which determines the number of copies of its cards. */
  readonly popularity: number;
}

interface Category {
  readonly name: string;
  /** Share of all cards that belong to the category. */
  readonly share: number;
  /** Median, 90th percentile and maximum of the number of cards in a set. */
  readonly sizes: readonly [median: number, p90: number, most: number];
}

/**
 * Categories of cards. The set sizes were measured on real Pokemon and baseball sets. The shares of the categories are
 * assumptions.
 */
const CATEGORIES: readonly Category[] = [
  { name: 'Pokemon', share: 0.32, sizes: [106, 226, 331] },
  { name: 'Baseball', share: 0.28, sizes: [265, 1162, 39_099] },
  { name: 'Basketball', share: 0.16, sizes: [265, 1162, 39_099] },
  { name: 'Football', share: 0.15, sizes: [265, 1162, 39_099] },
  { name: 'Hockey', share: 0.05, sizes: [265, 1162, 39_099] },
  { name: 'Soccer', share: 0.04, sizes: [265, 1162, 39_099] },
];

/** First year in which most product lines had several releases. */
const FIRST_YEAR_OF_EDITIONS = 2012;
const FIRST_POKEMON_YEAR = 1999;
const LAST_YEAR = 2025;
const P90 = 1.2816;

/** Increments of Roberts' R2 low-discrepancy sequence, which covers the unit square evenly for any number of points. */
const [STEP, OTHER_STEP] = [0.7548776662466927, 0.5698402909980532];

/**
 * Generates an endless sequence of sets with the right share of each category. Sizes and popularity are spread evenly
 * over their distributions, so even a few sets are representative.
 * @param cards approximate number of cards. A set has at most a twentieth of them, so that a small dataset has several
 * sets.
 */
export function* planSets(seed: string, cards: number): Generator<CardSet> {
  const most = Math.max(24, Math.floor(cards / 20));
  const plans = CATEGORIES.map((category) => ({
    category,
    names: setNames(category.name, seed),
    random: new Random(`${seed} ${category.name}`),
    planned: 0,
  })).map((plan) => ({ ...plan, start: plan.random.next(), otherStart: plan.random.next() }));
  for (;;) {
    const next = plans.reduce((a, b) =>
      b.planned / b.category.share < a.planned / a.category.share ? b : a,
    );
    const { category, names, start, otherStart } = next;
    const { value: name } = names.next();
    // The largest and the smallest sets are too rare for a small sample, so both ends of the distribution are cut off.
    const edge = 0.5 / Math.max(4, (cards * category.share) / meanSize(category));
    const even = (first: number, step: number) =>
      normalAt(Math.min(1 - edge, Math.max(edge, (first + step * name.position) % 1)));
    const size = Math.min(most, sizeAt(category, even(start, STEP)));
    next.planned += size;
    const { year, title } = name;
    const key = `${category.name} ${name.position}`;
    const popularity = even(otherStart, OTHER_STEP);
    yield { key, category: category.name, year, title, size, popularity };
  }
}

const sigmaOf = ({ sizes: [median, p90] }: Category) => Math.log(p90 / median) / P90;

function meanSize(category: Category): number {
  return category.sizes[0] * Math.exp(sigmaOf(category) ** 2 / 2);
}

function sizeAt(category: Category, z: number): number {
  const [median, , most] = category.sizes;
  const sigma = sigmaOf(category);
  return Math.max(5, Math.min(most, Math.round(median * Math.exp(sigma * z))));
}

interface SetName {
  readonly position: number;
  readonly year: number;
  readonly title: string;
}

/**
 * Generates unique names for the sets of a category in random order: first every product line in every year, then later
 * series of the same lines.
 */
function* setNames(category: string, seed: string): Generator<SetName, never> {
  const editions = shuffled(editionsOf(category), new Random(`${seed} names ${category}`));
  for (let position = 0; ; position += 1) {
    const { year, line } = editions[position % editions.length] ?? { year: LAST_YEAR, line: '' };
    const series = Math.floor(position / editions.length);
    const suffix = SERIES[series] ?? `Series ${series}`;
    const title = category === 'Pokemon' ? creatureSetName(position) : `${line} ${suffix}`.trim();
    yield { position, year, title };
  }
}

function editionsOf(category: string): { year: number; line: string }[] {
  if (category === 'Pokemon') {
    return years(FIRST_POKEMON_YEAR, LAST_YEAR).map((year) => ({ year, line: '' }));
  }
  return PRODUCT_LINES.filter(({ only }) => !only || only.includes(category)).flatMap(
    ({ name, from, to }) =>
      years(from, to).flatMap((year) =>
        year < FIRST_YEAR_OF_EDITIONS
          ? [{ year, line: name }]
          : EDITIONS.map((edition) => ({ year, line: `${name} ${edition}`.trim() })),
      ),
  );
}

function years(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
