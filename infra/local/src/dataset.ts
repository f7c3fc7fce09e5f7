import path from 'node:path';
import { sampleDirectory } from '@gcd/sample';
import pg from 'pg';
import { runAdmin } from './admin-process.js';
import { log } from './command.js';
import { ROOT } from './packages.js';
import type { Servers } from './servers/index.js';

/**
 * Migrates the schema, and imports the sample if the database is empty.
 * @returns whether the database is still empty
 */
export async function prepareDatabase(databaseUrl: string, sample: boolean): Promise<boolean> {
  const env = { DATABASE_URL: databaseUrl };
  await runAdmin(['migrate'], env);
  const { version } = await runAdmin<{ version: number }>(['status'], env);
  if (version > 0 || !sample) return version === 0;
  log('Importing the sample dataset (only on the first start) …');
  await runAdmin(['import', sampleDirectory], env);
  return false;
}

/** Builds the index in OpenSearch, unless an earlier start has built it. */
export async function buildSearchIndex({ databaseUrl, searchUrl }: Servers): Promise<void> {
  if (await someRow(databaseUrl, 'select from search_index where uses_engine')) return;
  log('Building the search index …');
  await runAdmin(['search', 'build'], { DATABASE_URL: databaseUrl, SEARCH_URL: searchUrl });
}

/** Whether the sample was ever imported into the database. */
export function holdsSample(databaseUrl: string): Promise<boolean> {
  return someRow(
    databaseUrl,
    "select from loads where status = 'finished' and right(directory, length($1)) = $1 limit 1",
    path.relative(ROOT, sampleDirectory),
  );
}

/** Whether a query returns a row. */
async function someRow(databaseUrl: string, text: string, ...values: string[]): Promise<boolean> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rowCount } = await client.query(text, values);
    return rowCount === 1;
  } finally {
    await client.end();
  }
}

/** Builds the catalogs that have not been built yet. */
export async function buildCatalogs(
  { databaseUrl, natsUrl }: Servers,
  siteUrl: string,
): Promise<void> {
  const env = { DATABASE_URL: databaseUrl, NATS_URL: natsUrl, SITE_URL: siteUrl };
  try {
    await runAdmin(['catalogs', 'build', '--missing'], env);
  } catch (error) {
    // An existing NATS server may lack JetStream. Only catalogs need JetStream.
    log(`Catalogs are not available: ${(error as Error).message}`);
  }
}
