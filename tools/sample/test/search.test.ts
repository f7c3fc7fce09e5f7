import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type SearchStack,
  STACK_TIMEOUT_MS,
  startSearchStack,
} from '../../../apps/search/test/search-stack.js';
import { groups, pathOf, universalIds } from './cards.js';

interface Result {
  readonly card_id: string;
  readonly universal_card_id: string | null;
  readonly description: string;
  readonly graders_included: readonly string[];
}

/** To save time, the test searches for only every 100th card. */
const STEP = 100;

let stack: SearchStack;

beforeAll(async () => {
  stack = await startSearchStack('sample_search');
  const files = ['cards', 'matches'].map((name) => [
    `${name}.csv`,
    gunzipSync(readFileSync(pathOf(name))).toString(),
  ]);
  await stack.load(Object.fromEntries(files));
}, STACK_TIMEOUT_MS);
afterAll(() => stack?.stop());

async function search(query: string): Promise<Result[]> {
  const target = `/v1/cards/search/simple?query=${encodeURIComponent(query)}`;
  return (await stack.get(target)).results;
}

describe('simple search in the sample', () => {
  it("finds a card by each grader's description, as a single result with all its graders", async () => {
    const several = groups.filter(({ length }) => length > 1);
    const wrong: unknown[] = [];
    for (const [at, group] of several.filter((_, position) => position % STEP === 0).entries()) {
      const { description = '' } = group[at % group.length] ?? {};
      const ids = group.map((card) => card.card_id);
      const found = (await search(description)).filter(({ card_id: id }) => ids.includes(id));
      const expected = group.map((card) => card.grader);
      if (found.length !== 1 || `${found[0]?.graders_included}` !== `${expected}`)
        wrong.push({ description, found, expected });
    }
    expect(wrong).toEqual([]);
  });

  it.each(['charizard', 'pikachu', 'umbreon vmax', '1999 charizard 4/102', 'mew 151'])(
    'returns no card twice for the query %j',
    async (query) => {
      const results = await search(query);
      const ids = results.map(({ card_id: id }) => universalIds.get(id) ?? id);
      expect(results.length).toBeGreaterThan(2);
      expect(new Set(ids).size).toBe(results.length);
    },
  );

  it('ranks the 1999 Charizard listed by four graders first for its year, name and number', async () => {
    const [first] = await search('1999 charizard 4/102');
    expect(first).toMatchObject({
      description: '1999 POKEMON GAME #4 CHARIZARD-HOLO',
      graders_included: ['psa', 'beckett', 'sgc', 'cgc'],
    });
  });
});
