import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { fixtureCard } from '@gcd/testing/api.js';
import { query as inDatabase } from '@gcd/testing/database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { type SearchStack, STACK_TIMEOUT_MS, startSearchStack } from './search-stack.js';

const cardsCsv = (...rows: string[]) => [`card_id,grader,description,name`, ...rows].join('\n');

let search: SearchStack;
jest.setTimeout(STACK_TIMEOUT_MS);
beforeAll(async () => {
  search = await startSearchStack('gcd_search_rebuild');
  await search.load({ 'cards.csv': cardsCsv(`${fixtureCard('a1')},psa,Old Walrus,Walrus`) });
});
afterAll(() => search?.stop());

async function find(text: string): Promise<string[]> {
  const target = `/v1/cards/search/simple?query=${encodeURIComponent(text)}`;
  const { results } = await search.get(target);
  return results.map(({ card_id }: { card_id: string }) => card_id.slice(0, 2));
}

/** Executes a statement in a transaction on another connection, and runs `work` before committing. */
async function during(statement: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client(search.databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    await work();
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/**
 * Searches repeatedly until an `admin` command waits for a lock, and then a few more times. Each search must return the
 * same result.
 */
async function searchWhileLocked(text: string, expected: string[]): Promise<void> {
  await eventually(async () => {
    expect(await find(text)).toEqual(expected);
    const waiting = await inDatabase(
      search.databaseUrl,
      `select from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and a.application_name = 'gcd-admin' and a.datname = current_database()`,
    );
    expect(waiting.length).toBeGreaterThan(0);
  }, 60_000);
  for (let searches = 0; searches < 20; searches += 1) expect(await find(text)).toEqual(expected);
}

describe('a rebuild of the search table', () => {
  it('keeps the indexes, and increases the data version, so that gateways discard cached searches', async () => {
    const before = await search.admin<{ version: number }>('status');
    const indexes = () =>
      inDatabase(
        search.databaseUrl,
        `select indexname from pg_indexes where tablename in ('search_cards', 'search_terms') order by 1`,
      );
    const expected = await indexes();
    expect(expected).toHaveLength(7);
    await search.admin('search', 'rebuild');
    const after = await search.admin<{ version: number }>('status');
    expect(after.version).toBe(before.version + 1);
    expect(await indexes()).toEqual(expected);
  });

  it('delays a concurrent import, whose cards can be found once the rebuild ends', async () => {
    let rebuilt: Promise<unknown> | undefined;
    let loaded: Promise<unknown> | undefined;
    await during('select from search_cards', async () => {
      rebuilt = search.admin('search', 'rebuild');
      await searchWhileLocked('walrus', ['a1']);
      loaded = search.load({ 'cards.csv': cardsCsv(`${fixtureCard('a2')},psa,New Walrus,Walrus`) });
      await searchWhileLocked('walrus', ['a1']);
    });
    await Promise.all([rebuilt, loaded]);
    expect((await find('walrus')).sort()).toEqual(['a1', 'a2']);
  });

  it('does not interrupt searches while a delayed import publishes its changes', async () => {
    await inDatabase(search.databaseUrl, 'update search_index set terms_version = 0');
    let loaded: Promise<unknown> | undefined;
    await during('select from feed_head for update', async () => {
      loaded = search.load({ 'cards.csv': cardsCsv(`${fixtureCard('b1')},psa,Old Puffin,Puffin`) });
      await searchWhileLocked('walrus', await find('walrus'));
      expect(await find('puffin')).toEqual([]);
    });
    await loaded;
    expect(await find('puffin')).toEqual(['b1']);
    expect(
      await inDatabase(search.databaseUrl, 'select terms_version > 0 as current from search_index'),
    ).toEqual([{ current: true }]);
  });
});
