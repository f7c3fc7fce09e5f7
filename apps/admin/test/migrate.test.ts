import { createDataSource, ROLES } from '@gcd/database';
import { ServicePool } from '@gcd/database/pool';
import { asRole } from '@gcd/local';
import { eventually } from '@gcd/testing/eventually.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import {
  cardId,
  createTestDatabase,
  csv,
  directoryOf,
  type Run,
  type TestDatabase,
} from './admin.js';

// Number of the advisory lock that processes hold while they change data: "load" in ASCII.
const WRITER_LOCK = 0x6c6f6164;
/** The migration that alters `cards`. */
const MATCHING = 'Matching1790000000006';

/** A long timeout in milliseconds, because processes may start slowly on a busy machine. */
const TIMEOUT_MS = 120_000;

let database: TestDatabase;
let reader: ServicePool;
jest.setTimeout(TIMEOUT_MS);
beforeAll(async () => {
  database = await createTestDatabase();
  reader = new ServicePool(asRole(database.url)(ROLES.cards), 'cards', () => undefined);
  const dataset = await directoryOf({
    'cards.csv': csv(
      'card_id,grader,description',
      [cardId(1), 'psa', 'x'],
      [cardId(2), 'sgc', 'x'],
      [cardId(3), 'cgc', 'y'],
    ),
    'matches.csv': csv('card_id,universal_card_id', [cardId(2), cardId(1)]),
  });
  await database.admin('import', dataset);
});
beforeEach(() => revertTo(MATCHING));
afterAll(async () => {
  await reader.onApplicationShutdown();
  await database.drop();
});

/** Rolls back migrations, latest first, until the given one is pending. */
async function revertTo(name: string): Promise<void> {
  const dataSource = await createDataSource(database.url).initialize();
  try {
    while ((await dataSource.query('select from migrations where name = $1', [name])).length > 0) {
      await dataSource.undoLastMigration();
    }
  } finally {
    await dataSource.destroy();
  }
}

/** Starts `admin migrate`. @returns the run, and a function that returns its output on standard error so far */
function startMigration(): { run: Run; printed: () => string } {
  const run = database.start('migrate', '--json');
  let stderr = '';
  run.process.stderr?.on('data', (data) => {
    stderr += data;
  });
  return { run, printed: () => stderr };
}

const untilItWaits = (): Promise<void> =>
  eventually(async () => {
    const waiting = await database.query(
      `select from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and a.datname = current_database()`,
    );
    expect(waiting.length).toBeGreaterThan(0);
  }, TIMEOUT_MS);

/** Opens a transaction on another connection, executes statements in it, and runs `work` before the commit. */
async function during(statements: string[], work: () => Promise<void>): Promise<void> {
  const client: pg.Client = await database.connect();
  try {
    for (const statement of statements) await client.query(statement);
    await work();
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Reads cards with the connection settings of a service, so that the query fails if it waits longer than 2 s. */
const readCards = () => reader.rows({ text: 'select id from cards' });

async function expectMigrated({ run }: { run: Run }): Promise<void> {
  const { status, stdout, stderr } = await run.ended;
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(JSON.parse(stdout).migrations).toContain(MATCHING);
  expect(await database.query('select matched_by from cards order by id')).toEqual([
    { matched_by: 'manual' },
    { matched_by: 'manual' },
    { matched_by: null },
  ]);
}

describe('a migration that alters the cards table', () => {
  it('waits for a running import without delaying reads', async () => {
    let migration: ReturnType<typeof startMigration> | undefined;
    const statements = [
      `select pg_advisory_lock(${WRITER_LOCK})`,
      'begin',
      "update cards set description = 'z'",
    ];
    await during(statements, async () => {
      migration = startMigration();
      await untilItWaits();
      for (let reads = 0; reads < 20; reads += 1) expect(await readCards()).toHaveLength(3);
      await eventually(async () => {
        expect(migration?.printed()).toContain('waiting for another command that writes cards');
      }, TIMEOUT_MS);
      expect(migration.run.process.exitCode).toBeNull();
    });
    await expectMigrated(migration as NonNullable<typeof migration>);
  });

  it('retries while another transaction is using the table, without delaying reads', async () => {
    let migration: ReturnType<typeof startMigration> | undefined;
    await during(['begin', 'select from cards'], async () => {
      migration = startMigration();
      await untilItWaits();
      do {
        expect(await readCards()).toHaveLength(3);
      } while (!/table that is in use, attempt ([3-9]|\d\d)/.test(migration.printed()));
      expect(migration.printed()).toMatch(/oldest transaction: .+, process \d+, \d+ s/);
    });
    await expectMigrated(migration as NonNullable<typeof migration>);
  });

  it('runs only once if several processes start it', async () => {
    const runs = [startMigration(), startMigration(), startMigration()];
    const outcomes = await Promise.all(runs.map(({ run }) => run.ended));
    expect(outcomes.map(({ status }) => status)).toEqual([0, 0, 0]);
    const ran = outcomes.map(({ stdout }) => JSON.parse(stdout).migrations);
    expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
  });

  it('can be resumed after being killed', async () => {
    await during(['begin', 'select from cards'], async () => {
      const { run } = startMigration();
      await untilItWaits();
      run.process.kill('SIGKILL');
      await run.ended;
    });
    await expectMigrated(startMigration());
  });
});

it('admin migrate does not wait for an import if the schema is up to date', async () => {
  await startMigration().run.ended;
  await during([`select pg_advisory_lock(${WRITER_LOCK})`, 'begin'], async () => {
    const { status, result } = await database.json('migrate');
    expect({ status, result }).toEqual({ status: 0, result: { migrations: [] } });
  });
});
