import type { DataSource } from 'typeorm';

// Any number that nothing else locks: "gcd" in ASCII.
const MIGRATION_LOCK = 0x676364;

/**
 * Brings the schema up to date. Safe to run from several places at once: the others wait, then find nothing to do.
 * @param dataSource connected, as the owner
 * @returns the names of the migrations that ran
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const lock = dataSource.createQueryRunner();
  await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    const ran = await dataSource.runMigrations();
    return ran.map(({ name }) => name);
  } finally {
    await lock.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await lock.release();
  }
}
