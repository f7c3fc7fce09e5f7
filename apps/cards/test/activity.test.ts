import { query } from '@gcd/testing/database.js';
import { START_TIMEOUT_MS } from '@gcd/testing/own-services.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type SetsStack, startSetsStack } from './sets-stack.js';

const ACTIVITY = '/v1/cards/population/activity';
let stack: SetsStack;

const card = (name: string, grader: string, cardName: string, category = 'Pokemon') => ({
  ...{ card: name, grader, category, set: 'Base', name: cardName },
});

beforeAll(async () => {
  stack = await startSetsStack('gcd_activity');
  await stack.load(
    [card('a1', 'psa', 'MEW'), card('a2', 'cgc', 'MEW'), card('a3', 'psa', 'ABRA', 'Other')],
    [
      ['a1', '2025-06-30', 100],
      ['a1', '2025-07-14', 130, 20],
      ['a1', '2025-07-20', 150, 30],
      // The first count is not an addition.
      ['a2', '2025-07-15', 900],
      ['a2', '2025-07-21', 905],
      ['a2', '2025-07-23', 903],
      ['a3', '2025-07-11', 8],
      ['a3', '2025-07-16', 10],
    ],
    [['a2', 'a1']],
  );
}, START_TIMEOUT_MS);
afterAll(() => stack?.stop());

const activity = async (parameters = '') =>
  (await stack.get(`${ACTIVITY}?${parameters}`)).body.data;
const leadersOn = async (date: string, interval = 'week') =>
  (await activity(`date=${date}&interval=${interval}`)).leaders;

it('200: adds up the differences between recorded counts by week and grader', async () => {
  const { as_of, periods, leaders } = await activity('date=2025-07-16');
  const psa = (added: number, gem_added: number) => ({ psa: { added, gem_added } });
  expect(as_of).toBe('2025-07-23');
  expect(periods.slice(0, 2)).toEqual([
    // The first count of PSA is within the week before.
    { start: '2025-07-07', end: '2025-07-13', is_complete: true, added: 0, by_grader: psa(0, 0) },
    {
      start: '2025-07-14',
      end: '2025-07-20',
      is_complete: true,
      added: 52,
      by_grader: psa(52, 30),
    },
  ]);
  expect(leaders).toMatchObject({
    ...periods[1],
    cards: [
      { description: 'a1', added: 50, total_population: 1053 },
      { description: 'a3', added: 2 },
    ],
    sets: [
      { category: 'Pokemon', cards: 1, added: 50 },
      { category: 'Other', added: 2 },
    ],
    names: [
      { name: 'Mew', added: 50 },
      { name: 'Abra', added: 2 },
    ],
    categories: [
      { name: 'Pokemon', added: 50 },
      { name: 'Other', added: 2 },
    ],
  });
});

it('200: lists a grader only in periods that its counts cover, and lowers sums by corrections', async () => {
  await stack.load([], [['a1', '2025-07-28', 150, 30]]);
  const { periods } = await activity();
  expect(periods.slice(2)).toMatchObject([
    {
      start: '2025-07-21',
      is_complete: true,
      added: 3,
      by_grader: { psa: { added: 0 }, cgc: { added: 3 } },
    },
    { start: '2025-07-28', is_complete: false, added: 0, by_grader: { psa: { added: 0 } } },
  ]);
  expect(periods[3].by_grader).not.toHaveProperty('cgc');
});

it('200: with interval=month, adds up months', async () => {
  expect((await activity('interval=month')).periods).toEqual([
    {
      ...{ start: '2025-07-01', end: '2025-07-31', is_complete: false, added: 52 },
      by_grader: { psa: { added: 52, gem_added: 30 } },
    },
  ]);
  expect(await leadersOn('2025-06-30', 'month')).toBeNull();
});

it('200: returns the totals of all cards', async () => {
  expect((await activity()).totals).toEqual({
    ...{ cards: 2, certs: 0, total_population: 1063, gem_total: 30, gem_rate: 0.0282 },
    by_grader: {
      psa: { cards: 2, total: 160, gem_total: 30 },
      cgc: { cards: 1, total: 903, gem_total: 0 },
    },
  });
});

it('200: recomputes earlier weeks after late data, an unmatch and a corrected category', async () => {
  await stack.load(
    [card('a3', 'psa', 'ABRA')],
    [
      ['a1', '2025-07-16', 125, 20],
      ['a1', '2025-07-09', 120],
    ],
    [['a2', '']],
  );
  expect(await leadersOn('2025-07-09')).toMatchObject({ added: 20, names: [{ name: 'Mew' }] });
  expect(await leadersOn('2025-07-16')).toMatchObject({
    added: 32,
    categories: [{ name: 'Pokemon', added: 32 }],
  });
  expect(await leadersOn('2025-07-21')).toMatchObject({ cards: [{ description: 'a2', added: 3 }] });
});

it('200: lists the last 53 weeks', async () => {
  await stack.load([], [['a3', '2026-09-09', 11]]);
  const { periods } = await activity('date=2026-09-13');
  expect([periods.length, periods[0].start]).toEqual([53, '2025-09-08']);
  expect(periods.at(-1)).toMatchObject({ end: '2026-09-13', added: 1 });
  expect(await query(stack.databaseUrl, 'select recorded_on from recent_gains')).toHaveLength(1);
});
