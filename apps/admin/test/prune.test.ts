import { addAccount } from '@gcd/testing/account.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cardId, createTestDatabase, csv, directoryOf, type TestDatabase } from './admin.js';

const AS_OF = '2026-11-01';
const ROWS: readonly [card: number, date: string, copies: number][] = [
  [1, '2019-03-01', 1],
  [1, '2021-01-01', 2],
  [1, '2022-06-01', 3],
  [1, '2024-06-01', 4],
  [1, AS_OF, 5],
  // `prune` must keep the latest counts of this card although they are old.
  [2, '2018-01-01', 1],
  [2, '2018-02-01', 7],
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const directory = await directoryOf({
    'cards.csv': csv(
      'card_id,grader,description',
      [cardId(1), 'psa', 'x'],
      [cardId(2), 'psa', 'y'],
    ),
    'populations.csv': csv(
      'card_id,date,grades',
      ...ROWS.map(([card, date, copies]) => [cardId(card), date, { psa_9: copies }]),
    ),
  });
  expect((await database.json('import', directory)).status).toBe(0);
});
afterAll(async () => {
  await database.drop();
});

/** Reads the counts of every card on the first day of each month in the four years that `prune` keeps. */
const served = () =>
  database.query(`
    select c.id, day::date, (
      select h.grades from population_history h where h.card = c.id and h.recorded_on <= day order by h.recorded_on desc limit 1
    ) as grades
    from cards c, generate_series(date '2022-11-01', date '${AS_OF}', interval '1 month') day order by 1, 2`);

const dates = () =>
  database.query('select card, recorded_on::text as day from population_history order by 1, 2');

describe('admin prune', () => {
  it('removes history older than the retention period, but keeps the counts of every day within it', async () => {
    const before = await served();
    const { status, result } = await database.json('prune', '--history-years', '4');
    expect({ status, removed: result.population_history }).toEqual({ status: 0, removed: 3 });
    expect(await dates()).toEqual([
      { card: 1, day: '2022-06-01' },
      { card: 1, day: '2024-06-01' },
      { card: 1, day: AS_OF },
      { card: 2, day: '2018-02-01' },
    ]);
    expect(await served()).toEqual(before);
    const again = (await database.json('prune', '--history-years', '4')).result;
    expect(Object.values(again)).toEqual([0, 0, 0, 0]);
  });

  it('removes quota periods that ended before the retention period', async () => {
    for (const period of ['day', 'month', '100s', `${100 * 86_400}s`]) {
      await addAccount(database.url, { period });
    }
    await database.query(`
      insert into quota_ceilings (account, bucket, period_start, ceiling, granted)
      select id, 'base', now() - make_interval(days => days), 1, 1
      from accounts, unnest(array[0, 5, 31, 50, 130]) days`);
    const { result } = await database.json('prune', '--quota-days', '20');
    expect(result.quota_ceilings).toBe(8);
    const left = await database.query(`
      select p.period, array_agg((extract(epoch from now() - period_start) / 86400)::integer order by period_start desc) as days
      from quota_ceilings q join accounts a on a.id = q.account join plans p on p.name = a.plan group by 1 order by 1`);
    expect(left).toEqual([
      { period: '100s', days: [0, 5] },
      { period: '8640000s', days: [0, 5, 31, 50] },
      { period: 'day', days: [0, 5] },
      { period: 'month', days: [0, 5, 31, 50] },
    ]);
  });

  it('removes change-feed positions for days that `since` no longer accepts, but keeps all changes', async () => {
    const changes = await database.query('select card_id, seq from card_changes order by seq');
    expect(changes.length).toBeGreaterThan(0);
    await database.query(`
      insert into feed_days (day, before_seq)
      select (now() at time zone 'UTC')::date - days, 0 from unnest(array[30, 31, 32, 400]) days`);
    expect((await database.json('prune')).result.feed_days).toBe(2);
    expect(await database.query('select card_id, seq from card_changes order by seq')).toEqual(
      changes,
    );
  });
});
