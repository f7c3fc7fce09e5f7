import type { ClientBase } from 'pg';
import { type DataSource, MigrationExecutor } from 'typeorm';
import { acquireWriterLock, OTHER_WRITER, releaseWriterLock, withLockTimeout } from './locks.js';

const OLD_SCHEMA =
  'The schema of this database is from a development version before 1.0 and cannot be migrated. ' +
  'Create an empty database, run `admin migrate`, import the dataset again, and create plans and keys again.';

/**
 * Runs pending migrations while services keep reading. First waits for other writers, because readers would queue
 * behind a statement that waits for a table lock. If several processes call this function, only one of them runs the
 * migrations.
 * @param dataSource connected as the owner of the database
 * @param onWait called with the reason for each wait
 * @returns the names of the migrations that were pending
 * @throws Error if the schema is from a development version before 1.0
 */
export async function migrate(
  dataSource: DataSource,
  onWait: (reason: string) => void = () => undefined,
): Promise<string[]> {
  if (await isUpToDate(dataSource)) return [];
  const runner = dataSource.createQueryRunner();
  const client = (await runner.connect()) as ClientBase;
  try {
    await acquireWriterLock(client, () => onWait(`waiting for ${OTHER_WRITER}`));
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    const pending = await executor.getPendingMigrations();
    await withLockTimeout(
      client,
      () => executor.executePendingMigrations(),
      async (attempts) =>
        onWait(
          `waiting for a table that is in use, attempt ${attempts + 1}${await oldestTransaction(client)}`,
        ),
    );
    return pending.map(({ name }) => name);
  } finally {
    await releaseWriterLock(client);
    await runner.release();
  }
}

/**
 * Whether no migration is pending. This check takes no lock, so a process whose schema is up to date starts without
 * waiting.
 * @throws Error if the schema is from a development version before 1.0, which lacks the first migration
 */
async function isUpToDate(dataSource: DataSource): Promise<boolean> {
  const [{ exists }] = await dataSource.query(
    "select to_regclass('migrations') is not null as exists",
  );
  if (!exists) return false;
  const executed: { name: string }[] = await dataSource.query('select name from migrations');
  const names = new Set(executed.map(({ name }) => name));
  const known = dataSource.migrations.map((each) => each.name ?? each.constructor.name);
  if (names.size > 0 && !names.has(known[0] ?? '')) throw new Error(OLD_SCHEMA);
  return known.every((name) => names.has(name));
}

/** Returns a message about the oldest open transaction, which most likely holds the lock. */
async function oldestTransaction(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string; pid: number; seconds: number }>(`
    select application_name as name, pid, extract(epoch from clock_timestamp() - xact_start)::integer as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1
  `);
  const [oldest] = rows;
  return oldest
    ? ` (oldest transaction: ${oldest.name || 'unnamed'}, process ${oldest.pid}, ${oldest.seconds} s)`
    : '';
}
