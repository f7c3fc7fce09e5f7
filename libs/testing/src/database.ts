import pg from 'pg';

/** Runs a statement as the owner of the database. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<Row>(text, values);
    return rows;
  } finally {
    await client.end();
  }
}

/**
 * Name of a template database with the latest schema and no rows. Copying this database saves the second that
 * migrations take.
 */
export const MIGRATED_TEMPLATE = 'gcd_migrated';

/**
 * Creates a database, replacing any database with the same name.
 * @param template database to copy; by default, the new database is empty
 * @returns the URL of the database
 */
export async function createDatabase(
  serverUrl: string,
  name: string,
  template = 'template1',
): Promise<string> {
  await query(serverUrl, `drop database if exists ${name} with (force)`);
  await query(serverUrl, `create database ${name} template ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
