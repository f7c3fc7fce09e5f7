import pg from 'pg';

/** Runs a statement as the owner of a database. */
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

/** A database with the newest schema and no rows, for copying: migrating anew takes a second. */
export const MIGRATED_TEMPLATE = 'gcd_migrated';

/**
 * Creates a database, in place of any of that name.
 * @param template whose contents it gets; without one it is empty
 * @returns its URL
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
