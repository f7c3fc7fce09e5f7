import { createDataSource, migrate, ROLES } from '@gcd/database';
import { ServicePool } from '@gcd/database/pool';
import { asRole } from '@gcd/local';
import { testEnvironment } from '@gcd/testing/api.js';
import { createDatabase, query } from '@gcd/testing/database.js';
import { createMigratedDatabase } from '@gcd/testing/migrated-database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';

// Number of the advisory lock that processes hold while they change data: "load" in ASCII.
const WRITER_LOCK = 0x6c6f6164;
/** A long timeout in milliseconds, because migrations retry with growing pauses. */
const TIMEOUT_MS = 60_000;
jest.setTimeout(TIMEOUT_MS);

/** A migration that needs an exclusive lock on `cards`. */
class AddColumn1999000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table cards add column test_column text');
  }

  async down(): Promise<void> {
    throw new Error('not reverted');
  }
}

let url: string;
let open: DataSource[];
beforeEach(async () => {
  url = await createMigratedDatabase('gcd_migrate_test');
  open = [];
});
afterEach(() => Promise.all(open.map((dataSource) => dataSource.destroy())));

async function connect(...more: (new () => MigrationInterface)[]): Promise<DataSource> {
  const dataSource = createDataSource(url);
  const migrations = [...(dataSource.options.migrations as []), ...more];
  await dataSource.setOptions({ migrations }).initialize();
  open.push(dataSource);
  return dataSource;
}

it('the baseline creates the tables that the entities describe', async () => {
  const dataSource = await connect();
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  expect(upQueries.map((each) => each.query)).toEqual([]);
});

it('the migrations run only once if several processes start them in an empty database', async () => {
  url = await createDatabase(testEnvironment('TEST_DATABASE_URL'), 'gcd_migrate_empty');
  const dataSources = await Promise.all([connect(), connect(), connect()]);
  const ran = await Promise.all(dataSources.map((each) => migrate(each)));
  expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
  expect(await migrate(dataSources[0] as DataSource)).toEqual([]);
});

describe('a migration that alters the cards table', () => {
  let reasons: string[];
  beforeEach(() => {
    reasons = [];
  });

  const startMigration = async (): Promise<string[]> =>
    migrate(await connect(AddColumn1999000000000), (reason) => reasons.push(reason));

  /** Executes statements in a transaction on another connection, and runs `work` before the commit. */
  async function during(statements: string[], work: () => Promise<void>): Promise<void> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
      await work();
      await client.query('commit');
    } finally {
      await client.end();
    }
  }

  /** Reads cards while `isDone` is false. Fails if a read takes longer than the timeout of a service's statements. */
  async function readCardsUntil(isDone: () => boolean): Promise<void> {
    const pool = new ServicePool(asRole(url)(ROLES.cards), 'cards', () => undefined);
    try {
      do expect(await pool.rows({ text: 'select id from cards' })).toEqual([]);
      while (!isDone());
    } finally {
      await pool.onApplicationShutdown();
    }
  }

  const added = (): Promise<unknown[]> =>
    query(url, "select from information_schema.columns where column_name = 'test_column'");

  it('waits for a running import without delaying reads', async () => {
    let migration: Promise<string[]> | undefined;
    const statements = [`select pg_advisory_lock(${WRITER_LOCK})`, 'begin', 'delete from cards'];
    await during(statements, async () => {
      migration = startMigration();
      await readCardsUntil(() => reasons.length > 0);
      expect(reasons[0]).toContain('waiting for another command that writes cards');
      expect(await added()).toHaveLength(0);
    });
    expect(await migration).toEqual([AddColumn1999000000000.name]);
  });

  it('retries while another transaction is using the table, without delaying reads', async () => {
    let migration: Promise<string[]> | undefined;
    await during(['begin', 'select from cards'], async () => {
      migration = startMigration();
      await readCardsUntil(() => reasons.length >= 3);
      expect(reasons.at(-1)).toMatch(
        /table that is in use, attempt 4 \(oldest transaction: .+, process \d+, \d+ s\)/,
      );
    });
    expect(await migration).toEqual([AddColumn1999000000000.name]);
    expect(await added()).toHaveLength(1);
  });

  it('can be started again after its connection was lost', async () => {
    await during(['begin', 'select from cards'], async () => {
      const interrupted = expect(startMigration()).rejects.toThrow();
      await eventually(async () => {
        const ended = await query(
          url,
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'gcd-admin' and wait_event_type = 'Lock'`,
        );
        expect(ended.length).toBeGreaterThan(0);
      });
      await interrupted;
    });
    expect(await startMigration()).toEqual([AddColumn1999000000000.name]);
  });
});
