import type { Grader } from '@gcd/contracts';
import { NONE, type Population, type Row, type SyntheticDataset, sum, total } from './dataset.js';

/** Returns the quantiles of values at the given shares. */
export const quantiles = (values: readonly number[], ...shares: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  return shares.map((share) => sorted[Math.floor(share * sorted.length)] ?? Number.NaN);
};
/** Whether a card is a Pokemon card. All others are sports cards. */
export const isPokemon = (card: Row | undefined) => card?.category === 'Pokemon';
export const newestOf = (dataset: SyntheticDataset, card: Row) =>
  dataset.newest.get(card.card_id ?? '') ?? NONE;

export function entries(
  dataset: SyntheticDataset,
  grader: Grader,
  kind: 'pokemon' | 'sports',
): Row[] {
  return dataset.cards.filter(
    (card) => card.grader === grader && isPokemon(card) === (kind === 'pokemon'),
  );
}

export const copiesOf = (dataset: SyntheticDataset, cards: readonly Row[]) =>
  cards.map((card) => newestOf(dataset, card).total);

/**
 * Maximum weight of a card in a percentage, in copies. The limit prevents a card with many copies from dominating the
 * result.
 */
const WEIGHED = 50;

/**
 * Returns a function that computes the percentages of copies with the given grades, such as `10`. The percentages of
 * grades joined with `+` are added up.
 */
export function percents(
  grader: Grader,
  kind: 'pokemon' | 'sports',
  years: readonly [number, number],
  names: string,
) {
  return (dataset: SyntheticDataset): number[] => {
    const weighed = entries(dataset, grader, kind)
      .filter(({ year }) => Number(year) >= years[0] && Number(year) <= years[1])
      .map((card) => newestOf(dataset, card))
      .map((population) => ({ ...population, weight: Math.min(1, WEIGHED / population.total) }));
    const at = (key: string) =>
      total(weighed.map(({ grades, weight }) => weight * (grades[`${grader}_${key}`] ?? 0)));
    const all = total(weighed.map(({ grades, weight }) => weight * sum(grades)));
    return names.split(' ').map((each) => (100 * total(each.split('+').map(at))) / all);
  };
}

const GEMS: Readonly<Record<Grader, readonly string[]>> = {
  psa: ['psa_10'],
  beckett: ['beckett_9_5', 'beckett_10_pristine', 'beckett_10_black'],
  sgc: ['sgc_10', 'sgc_10_pristine'],
  cgc: ['cgc_10', 'cgc_10_pristine', 'cgc_10_perfect'],
};

export const gems = (grader: Grader, { grades }: Population) =>
  total(GEMS[grader].map((key) => grades[key] ?? 0));

/** Returns the share of gem copies among a grader's copies of sports cards. */
export function gemRate(dataset: SyntheticDataset, grader: Grader): number {
  const all = entries(dataset, grader, 'sports').map((card) => newestOf(dataset, card));
  return total(all.map((each) => gems(grader, each))) / total(all.map((each) => each.total));
}

/**
 * Returns the number of new PSA copies of each Pokemon card. Cards are repeated so that their numbers of copies are
 * distributed as in the sample of real cards whose growth was measured.
 */
export function growthOfPanel(dataset: SyntheticDataset): number[] {
  // Ranges of the number of copies, with the share of measured cards in each range.
  const panel = [
    [8, 24, 0.1],
    [24, 82, 0.15],
    [82, 165, 0.25],
    [165, 837, 0.25],
    [837, 1551, 0.15],
    [1551, 4000, 0.1],
  ] as const;
  const cards = entries(dataset, 'psa', 'pokemon').map((card) => ({
    before: dataset.before.get(card.card_id ?? '')?.total ?? 0,
    now: newestOf(dataset, card).total,
  }));
  return panel.flatMap(([from, to, part]) => {
    const alike = cards.filter(({ before }) => before >= from && before < to);
    return Array.from({ length: 4000 * part }, (_, at) => alike[at % alike.length]).map((card) =>
      card ? card.now - card.before : 0,
    );
  });
}
