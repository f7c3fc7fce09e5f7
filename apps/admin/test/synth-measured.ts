import type { Grader } from '@gcd/contracts';
import { NONE, type Population, type SyntheticDataset, sum, total } from './synth-dataset.js';
import {
  copiesOf,
  entries,
  gemRate,
  gems,
  growthOfPanel,
  isPokemon,
  newestOf,
  percents,
  quantiles,
} from './synth-measures.js';

/** A distribution measured on real data. */
export interface Measured {
  readonly what: string;
  readonly measured: readonly number[];
  /** Allowed deviation: absolute, or as a ratio. */
  readonly within: number | { readonly ratio: number };
  readonly inDataset: (dataset: SyntheticDataset) => readonly number[];
}

/**
 * Values measured on real, public data, which a synthetic dataset must reproduce. In a small dataset, values
 * that depend on the few sets with the most copies, such as rates over all sports cards, may deviate more.
 */
export const MEASURED: readonly Measured[] = [
  {
    what: 'copies of a Pokemon card over all graders: p25, p50, p75, p90, p99',
    measured: [3, 57, 357, 1301, 6157],
    within: { ratio: 0.34 },
    inDataset: (dataset) =>
      quantiles(
        dataset.groups
          .filter(([card]) => isPokemon(card))
          .map((group) => total(copiesOf(dataset, group))),
        0.25,
        0.5,
        0.75,
        0.9,
        0.99,
      ),
  },
  {
    what: 'percent of Pokemon cards with 5 copies or fewer',
    measured: [29],
    within: 3,
    inDataset(dataset) {
      const all = dataset.groups
        .filter(([card]) => isPokemon(card))
        .map((group) => total(copiesOf(dataset, group)));
      return [(100 * all.filter((copies) => copies <= 5).length) / all.length];
    },
  },
  {
    what: 'copies per sports card at PSA, Beckett, SGC',
    measured: [10.6, 5.9, 4.2],
    within: { ratio: 0.25 },
    inDataset: (dataset) =>
      (['psa', 'beckett', 'sgc'] as const).map((grader) => {
        const copies = copiesOf(dataset, entries(dataset, grader, 'sports'));
        return total(copies) / copies.length;
      }),
  },
  {
    what: 'copies of sports cards at Beckett and SGC for one at PSA',
    measured: [0.14, 0.13],
    within: 0.04,
    inDataset(dataset) {
      const [psa = 0, ...others] = (['psa', 'beckett', 'sgc'] as const).map((grader) =>
        total(copiesOf(dataset, entries(dataset, grader, 'sports'))),
      );
      return others.map((copies) => copies / psa);
    },
  },
  {
    what: 'copies of a Pokemon card at CGC for one at PSA, median',
    measured: [0.18],
    within: 0.02,
    inDataset: (dataset) =>
      quantiles(
        dataset.groups.flatMap((group) => {
          const at = (grader: Grader) =>
            total(
              copiesOf(
                dataset,
                group.filter((card) => card.grader === grader),
              ),
            );
          return isPokemon(group[0]) && at('psa') >= 20 && at('cgc') > 0
            ? [at('cgc') / at('psa')]
            : [];
        }),
        0.5,
      ),
  },
  {
    what: 'percent of entries in a universal group',
    measured: [20],
    within: 2,
    inDataset: ({ cards, matched }) => [(100 * matched.size) / cards.length],
  },
  {
    what: 'PSA, sports of 2015–23: percent at 10, 9, 8',
    measured: [60, 34, 5],
    within: 3,
    inDataset: percents('psa', 'sports', [2015, 2023], '10 9 8'),
  },
  {
    what: 'PSA, sports of 1986–99: percent at 10, 9, 8, 7, authentic',
    measured: [25, 42, 24, 5, 0.9],
    within: 3,
    inDataset: percents('psa', 'sports', [1986, 1999], '10 9 8 7 auth'),
  },
  {
    what: 'PSA, sports of 1974–85: percent at 10, 9, 8, 7',
    measured: [14, 31, 33, 11],
    within: 4,
    inDataset: percents('psa', 'sports', [1974, 1985], '10 9 8 7'),
  },
  {
    what: 'PSA, sports of 1948–59: percent at 7, 6, 8, 5, 4, 9, 10, authentic',
    measured: [22, 20, 18, 15, 11, 2.3, 0.2, 1.3],
    within: 4,
    inDataset: percents('psa', 'sports', [1948, 1959], '7 6 8 5 4 9 10 auth'),
  },
  {
    what: 'PSA, modern Pokemon: percent at 10, 9, 8',
    measured: [45, 41, 10],
    within: 3,
    inDataset: percents('psa', 'pokemon', [2018, 2026], '10 9 8'),
  },
  {
    what: 'PSA, older Pokemon: percent at 10, 9, 8, 7, 6',
    measured: [3, 17, 25, 19, 15],
    within: 3,
    inDataset: percents('psa', 'pokemon', [1999, 2002], '10 9 8 7 6'),
  },
  {
    what: 'CGC, modern Pokemon: percent at 10, 9, 8',
    measured: [44, 36, 15],
    within: 3,
    inDataset: percents('cgc', 'pokemon', [2018, 2026], '10+10_pristine+10_perfect 9 8'),
  },
  {
    what: 'CGC, older Pokemon: percent at 10, 9, 8, 7',
    measured: [4, 15, 38, 19],
    within: 3,
    inDataset: percents('cgc', 'pokemon', [1999, 2002], '10+10_pristine+10_perfect 9 8 7'),
  },
  {
    what: 'gem rate of PSA, Beckett, SGC',
    measured: [0.53, 0.55, 0.41],
    within: 0.12,
    inDataset: (dataset) =>
      (['psa', 'beckett', 'sgc'] as const).map((grader) => gemRate(dataset, grader)),
  },
  {
    what: 'gem rate per card at PSA: p10, p50, p90',
    measured: [0.03, 0.51, 0.85],
    within: 0.12,
    inDataset: (dataset) =>
      quantiles(
        entries(dataset, 'psa', 'sports')
          .map((card) => newestOf(dataset, card))
          .filter((population) => population.total >= 20)
          .map((population) => gems('psa', population) / population.total),
        0.1,
        0.5,
        0.9,
      ),
  },
  {
    what: 'percent of half grades at PSA, between 0.5 and 4',
    measured: [2.25],
    within: 1.75,
    inDataset(dataset) {
      const all = dataset.cards
        .filter(({ grader }) => grader === 'psa')
        .map((card) => newestOf(dataset, card));
      const halves = all
        .flatMap(({ grades }) => Object.entries(grades))
        .filter(([key]) => /\d_5$/.test(key));
      return [
        (100 * total(halves.map(([, count]) => count))) / total(all.map((each) => each.total)),
      ];
    },
  },
  {
    what: 'percent of qualifiers at PSA, at most 0.3',
    measured: [0.15],
    within: 0.15,
    inDataset(dataset) {
      const all = dataset.cards
        .filter(({ grader }) => grader === 'psa')
        .map((card) => newestOf(dataset, card));
      return [
        (100 * total(all.map(({ qualifiers }) => sum(qualifiers)))) /
          total(all.map((each) => each.total)),
      ];
    },
  },
  {
    what: 'growth in 29 days, percent',
    measured: [2.7],
    within: 0.4,
    inDataset: ({ newest, before }) => {
      const copies = (all: ReadonlyMap<string, Population>) =>
        total([...all.values()].map((each) => each.total));
      return [100 * (copies(newest) / copies(before) - 1)];
    },
  },
  {
    what: 'percent of cards that changed in 29 days',
    measured: [80],
    within: 5,
    inDataset(dataset) {
      const grown = growthOfPanel(dataset);
      return [(100 * grown.filter((copies) => copies !== 0).length) / grown.length];
    },
  },
  {
    what: 'new copies in 29 days: p50, p90',
    measured: [7, 40],
    within: { ratio: 0.6 },
    inDataset: (dataset) => quantiles(growthOfPanel(dataset), 0.5, 0.9),
  },
  {
    what: 'percent of new copies that were graded 10',
    measured: [47],
    within: 4,
    inDataset(dataset) {
      const modern = entries(dataset, 'psa', 'pokemon').filter(({ year }) => Number(year) >= 2018);
      const grown = (count: (population: Population) => number) =>
        total(
          modern.map(
            (card) =>
              count(newestOf(dataset, card)) -
              count(dataset.before.get(card.card_id ?? '') ?? NONE),
          ),
        );
      return [(100 * grown((each) => gems('psa', each))) / grown((each) => each.total)];
    },
  },
  {
    what: 'decreases in a thousand steps',
    measured: [1],
    within: 0.5,
    inDataset: ({ steps, decreases }) => [(1000 * decreases) / steps],
  },
  {
    what: 'words of a description: p50, p90',
    measured: [10, 14],
    within: 2,
    inDataset: ({ cards }) =>
      quantiles(
        cards.map(({ description = '' }) => description.split(' ').length),
        0.5,
        0.9,
      ),
  },
];
