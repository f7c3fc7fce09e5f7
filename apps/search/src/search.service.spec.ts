import type { ServicePool } from '@gcd/database/pool';
import type { Levers } from '@gcd/nats/levers';
import { describe, expect, it } from '@jest/globals';
import { ClosestSearch } from './closest.search.js';
import { SearchQueries, type TermRow } from './search.queries.js';
import { SearchService } from './search.service.js';

interface Statement {
  readonly name: string;
  readonly values: unknown[];
}

/**
 * Returns the tsqueries of the statements that find cards for a query.
 * @param cardsOf returns the number of cards that a tsquery matches
 */
async function searched(
  query: string,
  terms: TermRow[],
  cardsOf: (tsquery: string) => number = () => 0,
): Promise<string[]> {
  const tsqueries: string[] = [];
  const rows = async ({ name, values }: Statement): Promise<unknown[]> => {
    if (name === 'search-known-terms' || name === 'search-terms') return terms;
    if (!/^search-(candidates|closest)$/.test(name)) return [];
    const tsquery = values[0] as string;
    if (name === 'search-candidates') tsqueries.push(tsquery);
    const found = cardsOf(tsquery);
    const entries = `psa\t1\t${terms.map(({ term }) => term).join(' ')}`;
    const row = { popularity: 1, entries, matches: found, allTiers: true };
    return Array.from({ length: found }, (_, card) => ({ ...row, card }));
  };
  const queries = new SearchQueries({ rows } as unknown as ServicePool);
  await new SearchService(
    queries,
    new ClosestSearch(queries, { isOff: () => false } as unknown as Levers),
  ).find(query);
  return tsqueries;
}

const onCards = (cards: number, ...terms: string[]): TermRow[] =>
  terms.map((term) => ({ term, cards, names: 0 }));

describe('SearchService', () => {
  it('searches for no words that no card contains', async () => {
    expect(await searched('topps zzzz psa', onCards(100, 'topp'))).toEqual([]);
  });

  it('searches for the completions of the last word instead of its prefix', async () => {
    const terms = onCards(100, 'fleer', 'base', 'baseball');
    expect(await searched('fleer base', terms)).toEqual([
      "('fleer') & ('base' | ('base' | 'baseball'))",
      "('fleer')",
    ]);
  });

  it('searches for a last word without other completions only once', async () => {
    expect(await searched('fleer base', onCards(100, 'fleer', 'base'))).toEqual([
      "('fleer') & ('base')",
      "('fleer')",
    ]);
  });

  it('searches for the completions of the last word of a corrected query', async () => {
    const terms = onCards(100, 'griffey', 'griffeyjr', 'topp');
    const tsqueries = await searched('topps grifey', terms, () => 1);
    expect(tsqueries.at(-1)).toBe("('topp') & ('griffey' | ('griffey' | 'griffeyjr'))");
  });

  it('searches for a prefix that too many terms begin with', async () => {
    const terms = onCards(100, 'bas', ...Array.from({ length: 60 }, (_, index) => `bas${index}`));
    expect((await searched('bas', terms))[0]).toBe("('bas' | 'bas':*)");
  });
});
