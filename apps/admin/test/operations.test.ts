import { ROLES } from '@gcd/database/roles';
import { asRole } from '@gcd/local';
import { runInAdminProcess } from '@gcd/testing/admin-process.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './admin.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.admin('plans', 'set', 'p', '--rate', '5', '--period', 'month', '--base', '100');
});
afterAll(() => database.drop());

describe('admin sql', () => {
  it('prints the rows of one statement up to a limit', async () => {
    const statement = 'select n from generate_series(1, 9) n -- all';
    const { result } = await database.json('sql', statement, '--limit', '2');
    expect(result).toEqual({ columns: ['n'], rows: [[1], [2]], is_complete: false });
    const quoted = `select 'a,"b' as x, null as y`;
    const { stdout } = await database.admin('sql', quoted, '--format', 'csv');
    expect(stdout).toBe('x,y\n"a,""b",\n');
  });

  it.each([
    ['delete from plans', 'read-only'],
    ['select hash from api_keys', 'permission denied'],
    ['commit; delete from plans', 'multiple commands'],
    ['select pg_sleep(5)', 'statement timeout'],
  ])('rejects %s', async (statement, reason) => {
    const { status, stderr } = await database.admin('sql', statement, '--timeout', '1');
    expect([status, stderr]).toEqual([1, expect.stringContaining(reason)]);
    expect(await database.query('select from plans')).toHaveLength(1);
  });

  it('can explain a statement and read every table that is added later', async () => {
    await database.query('create table later (x int)');
    const { result } = await database.json('sql', 'explain select * from later');
    expect(result.rows[0][0]).toContain('Seq Scan on later');
  });
});

it('admin audit lists who changed a key, and never contains its hash', async () => {
  const { result: created } = await database.json('keys', 'create', '--plan', 'p');
  await database.json('keys', 'rotate', created.id);
  await database.query(`update plans set rate_per_second = 7 where name = 'p'`);
  const { result } = await database.json('audit', '--last', '4');
  expect(result.changes.map(({ action }: { action: string }) => action)).toEqual([
    'update plans',
    'update api_keys',
    'insert api_keys',
    'insert accounts',
  ]);
  expect(result.changes[0]).toMatchObject({
    subject: 'p',
    before: { rate_per_second: 5 },
    after: { rate_per_second: 7 },
  });
  expect(result.changes[1]).toMatchObject({
    actor: expect.stringMatching(/.@./),
    subject: created.id,
    after: { secret: 'changed' },
  });
  expect(JSON.stringify(result)).not.toContain('hash');
});

it('admin usage export has the quota that was leased to each account on each day', async () => {
  const { result: key } = await database.json('keys', 'create', '--plan', 'p', '--name', '=n');
  await database.query(
    `insert into quota_ceilings values ($1, 'base', date_trunc('month', now()), 10, 10)`,
    [key.account],
  );
  await database.query('update quota_ceilings set ceiling = 25 where account = $1', [key.account]);
  await database.query('update quota_ceilings set ceiling = ceiling - 1 where account = $1', [
    key.account,
  ]);
  const [{ day } = { day: '' }] = await database.query<{ day: string }>(
    `select (now() at time zone 'UTC')::date::text as day`,
  );
  const { stdout } = await database.admin('usage', 'export', '--from', day, '--to', day);
  expect(stdout).toBe(
    `account,name,plan,day,bucket,requests\n${key.account},'=n,p,${day},base,24\n`,
  );
});

const setRoles = (env: Record<string, string>) =>
  runInAdminProcess(['roles', '--json'], { DATABASE_URL: database.url, ...env });

describe('admin roles', () => {
  it('sets passwords from environment variables, and accepts any printable ASCII character in them', async () => {
    const password = `p@'"\\\\$(x)/%20 &;|`;
    const { status, stdout, stderr } = await setRoles({ CERTS_PASSWORD: password });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({ passwords: [ROLES.certs] });
    expect(stdout).not.toContain(password);
    const [row] = await database.query<{ rolpassword: string }>(
      'select rolpassword from pg_authid where rolname = $1',
      [ROLES.certs],
    );
    expect(row?.rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/);
  });

  it('sets the role defaults that services need behind a connection pooler in transaction mode', async () => {
    await setRoles({});
    const roles = await database.query<{ rolname: string; rolconfig: string[] }>(
      'select rolname, rolconfig from pg_roles where rolname = any($1)',
      [Object.values(ROLES)],
    );
    expect(roles).toHaveLength(Object.keys(ROLES).length);
    for (const { rolconfig } of roles) {
      expect(rolconfig).toEqual(
        expect.arrayContaining([
          'statement_timeout=1800ms',
          'plan_cache_mode=force_generic_plan',
          'jit=off',
        ]),
      );
    }
  });

  it('rejects a password that is not printable ASCII, without printing it', async () => {
    const { status, stderr, stdout } = await setRoles({ CARDS_PASSWORD: 'sécret' });
    expect(status).toBe(1);
    expect(stderr).toContain('CARDS_PASSWORD must be printable ASCII');
    expect(stderr + stdout).not.toContain('cret');
  });

  it('lets only the owner of the database create temporary tables', async () => {
    const createTable = async (role: string) => {
      const client = new pg.Client(asRole(database.url)(role));
      await client.connect();
      try {
        await client.query('create temp table numbers (number integer)');
      } finally {
        await client.end();
      }
    };
    expect(await setRoles({})).toMatchObject({ status: 0, stderr: '' });
    await expect(createTable(ROLES.certs)).rejects.toThrow(/permission denied/);
    await database.query('create temp table numbers (number integer)');
  });
});
