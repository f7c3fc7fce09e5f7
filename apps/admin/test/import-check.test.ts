import { randomUUID } from 'node:crypto';
import { runInAdminProcess } from '@gcd/testing/admin-process.js';
import { describe, expect, it, afterAll, beforeAll } from '@jest/globals';
import {
  cardId,
  csv,
  directoryOf,
  startAdmin,
  createTestDatabase,
  importChecked,
  type TestDatabase,
} from './admin.js';
import { database } from './new-database.js';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '@gcd/testing/root.js';

const CARDS = csv(
  'card_id,grader,description',
  [cardId(1), 'psa', 'x'],
  [cardId(2), 'sgc', 'y'],
  [cardId(3), 'topps', 'z'],
);
const CERTS = csv('grader,cert,card_id', ['psa', '1', cardId(1)], ['psa', '2', cardId(2)]);
const POPULATIONS = csv('card_id,date,grades', [cardId(1), '2024-01-01', { psa_9: 1 }]);

/** Reads the contents of every table. */
async function contents(): Promise<Record<string, unknown>> {
  const tables = await database.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    found[name] = await database.query(`select to_jsonb(t) as row from ${name} t order by 1::text`);
  }
  return found;
}

describe('import --check', () => {
  it('changes no tables and publishes no events, even if it rejects rows', async () => {
    await database.json('import', await directoryOf({ 'cards.csv': CARDS }));
    const before = await contents();
    const directory = await directoryOf({
      'cards.csv': CARDS.replace('x', 'another text'),
      'certs.csv': CERTS,
      'populations.csv': POPULATIONS,
    });
    // No NATS server listens at this URL, so any attempt to publish an event prints a warning.
    const env = { DATABASE_URL: database.url, NATS_URL: 'nats://127.0.0.1:1' };
    const check = await startAdmin(['import', directory, '--check'], env).ended;
    expect(check.status).toBe(1);
    expect(check.stdout).toContain('This was a check: nothing was imported.');
    expect(check.stderr).toBe('');
    expect(await contents()).toEqual(before);
  });

  it('needs no write permission on the database', async () => {
    const role = `reader_${randomUUID().replaceAll('-', '')}`;
    await database.query(`create role ${role} login password 'p' in role pg_read_all_data`);
    try {
      const url = new URL(database.url);
      Object.assign(url, { username: role, password: 'p' });
      const directory = await directoryOf({ 'cards.csv': CARDS, 'populations.csv': POPULATIONS });
      const args = ['import', directory, '--check', '--json'];
      const check = await runInAdminProcess(args, { DATABASE_URL: url.href });
      expect(check.stderr).toBe('');
      expect(JSON.parse(check.stdout)).toMatchObject({
        check: true,
        import: null,
        rejected: 1,
        files: { cards: { added: 2 }, populations: { added: 1 } },
      });
    } finally {
      await database.query(`drop owned by ${role}`);
      await database.query(`drop role ${role}`);
    }
  });

  it('neither waits for a running import nor delays one', async () => {
    const directory = await directoryOf({ 'cards.csv': CARDS });
    const withCerts = await directoryOf({ 'cards.csv': CARDS, 'certs.csv': CERTS });
    const blocker = await database.connect();
    try {
      for (const [held, free] of [
        [
          ['import', withCerts],
          ['import', directory, '--check'],
        ],
        [
          ['import', withCerts, '--check'],
          ['import', directory, '--no-wait'],
        ],
      ] as const) {
        await blocker.query('begin');
        await blocker.query('lock table certs in access exclusive mode');
        const running = database.start(...held);
        await database.untilBlocked();
        // The exit status is 1 because one row is rejected.
        expect(await database.admin(...free)).toMatchObject({ status: 1, stderr: '' });
        await blocker.query('rollback');
        expect((await running.ended).status).toBe(1);
      }
    } finally {
      await blocker.end();
    }
  });
});

const EXAMPLE = join(ROOT, 'examples/dataset');

it('`admin columns` describes every column of the example files', async () => {
  for (const file of await readdir(EXAMPLE)) {
    if (!file.endsWith('.csv')) continue;
    const { status, stdout } = await runInAdminProcess(['columns', file.replace('.csv', '')], {});
    expect(status).toBe(0);
    const [header = ''] = (await readFile(join(EXAMPLE, file), 'utf8')).split('\n', 1);
    const listed = stdout.split('\n').map((line) => /^\| `(\w+)` \|/.exec(line)?.[1]);
    expect(listed).toEqual(expect.arrayContaining(header.split(',')));
  }
});

describe('examples/dataset', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is imported without rejected rows or unknown columns, and a second import changes nothing', async () => {
    const { status, result } = await importChecked(database, EXAMPLE, '--strict');
    expect(status).toBe(0);
    expect(result).toMatchObject({ rejected: 0, warnings: [], as_of: '2026-10-30' });
    expect(result.files.cards).toMatchObject({ read: 3, added: 3 });
    const groups = await database.query('select count(distinct universal)::int as n from cards');
    expect(groups).toEqual([{ n: 1 }]);
    const again = await importChecked(database, EXAMPLE, '--strict');
    expect(again.result).toMatchObject({ version: 1, rejected: 0 });
  });
});
