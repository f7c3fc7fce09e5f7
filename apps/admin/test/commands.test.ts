import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runInAdminProcess } from '@gcd/testing/admin-process.js';
import { createTestDatabase, startAdmin, type TestDatabase } from './admin.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('template1');
});
afterAll(() => database.drop());

describe('admin --help', () => {
  it.each([
    [[], 'import'],
    [['import'], '$ admin import ./dataset --check'],
    [['plans', 'set'], '--permit'],
    [['catalogs', 'build'], '--missing'],
  ])('prints help without a database for %p, including %s', async (command, text) => {
    const outcome = await runInAdminProcess([...command, '--help'], {});
    expect(outcome.status).toBe(0);
    expect(outcome.stdout).toContain(text);
    if (command.length === 2) expect(outcome.stdout).toContain('$ admin');
  });
});

describe('admin with invalid arguments', () => {
  it.each([
    [[], 'Usage'],
    [['nonsense'], 'nonsense'],
    [['import'], 'dir'],
    [['import', 'here', 'there'], 'too many arguments'],
    [['plans', 'set', 'p', '--rate', '0', '--period', 'day'], '--rate'],
    [['plans', 'set', 'p', '--rate', '1', '--period', 'year'], '--period'],
    [['plans', 'set', 'p', '--period', 'day'], '--rate'],
    [['plans', 'set', 'p', '--rate', '1', '--period', 'day', '--base', '-1'], '--base'],
    [['plans', 'set', 'p', '--rate', '1', '--period', 'day', '--permit', 'all'], '--permit'],
    [['keys', 'create'], '--plan'],
    [['keys', 'create', '--plan', 'p', '--catalogs', 'nba'], '--catalogs'],
    [['keys', 'create', '--plan', 'p', '--expires', '2031-02-30'], '--expires'],
    [['keys', 'rotate', 'x', '--grace', 'long'], '--grace'],
    [['catalogs', 'build', 'nba'], 'nba'],
    [['columns', 'slabs'], 'Allowed choices are cards'],
    [['match', '--explain', 'xyz'], '--explain'],
    [['prune', '--history-years', '2'], '--history-years'],
  ])('exits with 2 and names the invalid argument: %p: %s', async (args, text) => {
    const outcome = await runInAdminProcess(args, { DATABASE_URL: database.url });
    expect(outcome.status).toBe(2);
    expect(outcome.stderr).toContain(text);
    expect(outcome.stdout).toBe('');
  });

  it('prints the error as one JSON object if --json is given', async () => {
    const outcome = await startAdmin(['keys', 'create', '--json'], {}).ended;
    expect(outcome.status).toBe(2);
    expect(JSON.parse(outcome.stdout).error).toContain('--plan');
  });
});

describe('admin without a usable database', () => {
  it.each([
    [{}, 'DATABASE_URL is not set'],
    [{ DATABASE_URL: 'nowhere' }, 'DATABASE_URL must be a URL'],
    [{ DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/x' }, '127.0.0.1:1 (DATABASE_URL)'],
  ])('exits with 1 and prints one line without the password for %p: %s', async (env, text) => {
    const outcome = await startAdmin(['status', '--json'], env as Record<string, string>).ended;
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toContain(text);
    expect(outcome.stderr.trim().split('\n')).toHaveLength(1);
    expect(outcome.stderr + outcome.stdout).not.toContain('secret');
    expect(JSON.parse(outcome.stdout).error).toContain(text);
  });

  it('suggests `admin migrate` if the database has no tables', async () => {
    const { status, stderr } = await database.admin('status');
    expect(status).toBe(1);
    expect(stderr).toContain('admin migrate');
  });
});

describe('admin status', () => {
  it("prints the usage in the current period of each account's plan", async () => {
    const database = await createTestDatabase();
    const periods = ['day', 'month', '8640000s'];
    for (const period of periods) {
      await database.admin('plans', 'set', period, '--rate', '1', '--period', period);
      await database.admin('keys', 'create', '--plan', period, '--name', 'active');
      await database.admin('keys', 'create', '--plan', period, '--name', 'idle');
    }
    await database.query(`
      insert into quota_ceilings (account, bucket, period_start, ceiling, granted)
      select a.id, 'base', (begun - earlier) at time zone 'UTC', extract(day from earlier) + 1, 1
      from accounts a join (values
        ('day', date_trunc('day', now() at time zone 'UTC')),
        ('month', date_trunc('month', now() at time zone 'UTC')),
        ('8640000s', date_bin('8640000s', now() at time zone 'UTC', timestamp 'epoch'))
      ) period (plan, begun) using (plan), unnest(array[interval '0 days', interval '5 days']) earlier
      where a.name = 'active' or earlier > interval '0 days'`);
    const { result } = await database.json('status');
    await database.drop();
    const usage = result.keys.map(
      (key: { name: string; plan: string; usage: { used_at_most: number }[] }) =>
        [key.name, key.plan, ...key.usage.map(({ used_at_most }) => used_at_most)].join(' '),
    );
    expect(usage.sort()).toEqual(
      periods.flatMap((period) => [`active ${period} 1`, `idle ${period}`]).sort(),
    );
  });
});

describe('admin migrate, then admin status', () => {
  it('applies each migration once, and prints the number of rows in each table', async () => {
    const first = await database.json('migrate');
    expect(first.status).toBe(0);
    expect(first.result.migrations).toContainEqual(expect.stringMatching(/\d{13}$/));
    // With nothing to apply, it does not wait for an import.
    const importing = await database.connect();
    await importing.query('select pg_advisory_lock($1)', [0x6c6f6164]);
    expect((await database.json('migrate')).result).toEqual({ migrations: [] });
    await importing.end();

    await database.query(`insert into cards (card_id, grader, description)
      select decode(md5(n::text) || '00000000', 'hex'), 'psa', 'x' from generate_series(1, 7) n`);
    await database.query('analyze');
    const { status, result } = await database.json('status');
    expect(status).toBe(0);
    expect(result.rows.cards).toEqual({ count: 7, exact: true });
    expect(result.rows.certs).toEqual({ count: 0, exact: true });
    expect(result).toMatchObject({ version: 0, as_of: null, last_import: null, keys: [] });
    expect(result.database_bytes).toBeGreaterThan(1_000_000);
    const text = await database.admin('status');
    expect(text.status).toBe(0);
    expect(text.stdout).toMatch(/cards.*7/);
  });

  it('rejects a schema from before version 1.0 and says what to do', async () => {
    const old = await createTestDatabase('template1');
    await old.query('create table migrations (id serial, timestamp bigint, name text)');
    await old.query("insert into migrations (timestamp, name) values (1, 'Cards1')");
    const { status, stderr } = await old.admin('migrate');
    expect(status).toBe(1);
    expect(stderr).toMatch(/from a development version .+ Create an empty database, .+/);
    expect(await old.query('select name from migrations')).toEqual([{ name: 'Cards1' }]);
    await old.drop();
  });
});
