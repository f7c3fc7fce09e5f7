import { readQuery } from '@gcd/search-terms';
import { describe, expect, it } from '@jest/globals';
import { Vocabulary } from './vocabulary.js';
import { costOf, MAX_WORK, WorkBudget } from './work-budget.js';

describe('WorkBudget', () => {
  it('allows the first query at any cost, and then others up to half of the limit', () => {
    const budget = new WorkBudget();
    expect(budget.allows(2 * MAX_WORK)).toBe(true);
    expect(budget.allows(MAX_WORK / 2)).toBe(true);
    expect(budget.allows(1)).toBe(false);
  });

  it('charges only the queries that it allows', () => {
    const budget = new WorkBudget();
    expect([MAX_WORK / 2, MAX_WORK, MAX_WORK / 2, 1].map((cost) => budget.allows(cost))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('costOf', () => {
  const vocabulary = new Vocabulary([
    { term: 'topp', cards: 300_000, names: 0 },
    { term: 'baseball', cards: 400_000, names: 0 },
    { term: 'kuzava', cards: 20, names: 20 },
  ]);
  it.each([
    ['topps baseball', false, 600_000],
    ['topps baseball', true, 900_000],
    ['topps baseball kuzava', false, 15_000],
  ])('of %j is, with a last word that may be incomplete (%s), %i', (text, isPartial, cost) => {
    expect(costOf(readQuery(text, isPartial), vocabulary)).toBe(cost);
  });
});
