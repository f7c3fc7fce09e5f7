import { createDataSource } from '@gcd/database';
import type { ClientBase } from 'pg';
import { importDataset } from '../../../apps/admin/dist/import/import-dataset.js';
import { packHistory } from '../../../apps/admin/dist/pack.js';

const PROGRESS = { report: () => undefined, stop: () => undefined };

/**
 * Imports a dataset in this process, because starting `admin` takes longer than an import.
 * @param strict whether an invalid row rolls back the import
 * @throws Error if a row was rejected
 */
export async function importDirectory(
  databaseUrl: string,
  directory: string,
  strict = false,
): Promise<void> {
  // Each import needs a new session, because the previous one has left temporary tables in its session.
  const database = await createDataSource(databaseUrl).initialize();
  const { rejected } = await importDataset(database, {
    directory,
    check: false,
    strict,
    wait: true,
    progress: PROGRESS,
    onCommit: async () => undefined,
    warn: () => undefined,
  }).finally(() => database.destroy());
  if (rejected > 0) throw new Error(`${rejected} rows were rejected`);
}

/** Packs the history of closed years, as `admin prune --pack-history` does. @returns the number of changes packed */
export async function packYears(databaseUrl: string): Promise<number> {
  const database = await createDataSource(databaseUrl).initialize();
  try {
    const client = (await database.createQueryRunner().connect()) as ClientBase;
    return await packHistory(client, PROGRESS);
  } finally {
    await database.destroy();
  }
}
