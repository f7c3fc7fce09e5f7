import type { Grader } from '@gcd/contracts';
import { NONE, type Population, total } from './dataset.js';
import { MEASURED_GRADES, type Measured } from './measured-grades.js';
import {
  copiesOf,
  entries,
  gems,
  growthOfPanel,
  isPokemon,
  newestOf,
  quantiles,
} from './measures.js';

/**
 * Values measured on real, public data, which a synthetic dataset must reproduce. In a small dataset, some values
 * deviate more. For example, the rates for all sports cards depend on the few sets with the most copies.
 */
export const MEASURED: readonly Measured[] = [
  {
    what: 'copies of a Pokemon card across all graders: p25, p50, p75, p90, p99',
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
    what: 'copies of sports cards at Beckett and SGC per copy at PSA',
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
    what: 'copies of a Pokemon card at CGC per copy at PSA, median',
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
    what: 'percent of grader cards that belong to a universal card',
    measured: [20],
    within: 2,
    inDataset: ({ cards, matched }) => [(100 * matched.size) / cards.length],
  },
  ...MEASURED_GRADES,
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
    what: 'decreases per thousand steps',
    measured: [1],
    within: 0.5,
    inDataset: ({ steps, decreases }) => [(1000 * decreases) / steps],
  },
];
