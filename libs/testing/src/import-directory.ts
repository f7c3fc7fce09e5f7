import { createDataSource } from '@gcd/database';
import { importDataset } from '../../../apps/admin/dist/import/import-dataset.js';

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
  // Each import gets a new session, because it leaves temporary tables in its session.
  const database = await createDataSource(databaseUrl).initialize();
  const { rejected } = await importDataset(database, {
    directory,
    check: false,
    strict,
    wait: true,
    progress: { report: () => undefined, stop: () => undefined },
    onCommit: async () => undefined,
    warn: () => undefined,
  }).finally(() => database.destroy());
  if (rejected > 0) throw new Error(`${rejected} rows were rejected`);
}
