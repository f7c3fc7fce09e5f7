import { type SyntheticDataset, sum, total } from './dataset.js';
import { entries, gemRate, gems, newestOf, percents, quantiles } from './measures.js';

export interface Measured {
  readonly what: string;
  readonly measured: readonly number[];
  /** Maximum deviation from the measured values: an absolute difference, or a ratio. */
  readonly within: number | { readonly ratio: number };
  readonly inDataset: (dataset: SyntheticDataset) => readonly number[];
}

/** Shares of grades measured on real, public data. */
export const MEASURED_GRADES: readonly Measured[] = [
  {
    what: 'PSA, sports of 2015–23: percent at 10, 9, 8',
    measured: [60, 34, 5],
    within: 3,
    inDataset: percents('psa', 'sports', [2015, 2023], '10 9 8'),
  },
  {
    what: 'PSA, sports of 1948–59: percent at 7, 6, 8, 5, 4, 9, 10, authentic',
    measured: [22, 20, 18, 15, 11, 2.3, 0.2, 1.3],
    within: 4,
    inDataset: percents('psa', 'sports', [1948, 1959], '7 6 8 5 4 9 10 auth'),
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
];
