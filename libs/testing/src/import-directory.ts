import { runInAdminProcess } from './admin-process.ts';

export interface ImportOptions {
  /** Whether a single invalid row rolls back the whole import. */
  readonly strict?: boolean | undefined;
  /** NATS server through which running services are notified of the import. By default, they are not notified. */
  readonly natsUrl?: string;
}

/**
 * Imports a dataset.
 * @throws Error if the import failed or a row was rejected
 */
export async function importDirectory(
  databaseUrl: string,
  directory: string,
  { strict, natsUrl }: ImportOptions = {},
): Promise<void> {
  const args = ['import', directory, '--json', ...(strict ? ['--strict'] : [])];
  const { status, stdout } = await runInAdminProcess(args, {
    DATABASE_URL: databaseUrl,
    ...(natsUrl && { NATS_URL: natsUrl }),
  });
  const { error, rejected } = JSON.parse(stdout);
  if (status !== 0) throw new Error(error ?? `${rejected} rows were rejected`);
}
