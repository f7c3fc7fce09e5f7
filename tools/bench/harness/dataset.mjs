import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createApiKey } from '@gcd/auth';
import { CATALOGS } from '@gcd/contracts';
import { runAdmin } from '@gcd/local';
import { synthesize } from '@gcd/synth';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

const KEYS = 1000;
const KEYS_PER_ACCOUNT = 4;
const DAYS = 30;
const MAX_PAGES = 50;
/** Age in days of the oldest changes to read. The API accepts up to 30. */
const SINCE_DAYS = 29;
const DAY_MS = 86_400_000;

// Insert accounts with SQL, because `admin keys create` takes a second per key.
const ADD_ACCOUNT = `
  with account as (insert into accounts (name, plan) values ('bench', 'bench') returning id, name)
  insert into api_keys (id, account, name, hash, catalogs)
  select key.id, account.id, account.name, key.hash, $3 from account, unnest($1::text[], $2::bytea[]) key(id, hash)`;

/** Migrates a database and, if it is empty, fills it with a synthetic dataset. */
export async function fillDatabase(size, directory, { databaseUrl, natsUrl }) {
  const env = { DATABASE_URL: databaseUrl, NATS_URL: natsUrl };
  await runAdmin(['migrate'], env);
  const { version } = await runAdmin(['status'], env);
  if (version > 0) return;
  const csv = path.join(directory, 'csv');
  console.error(`Writing and importing ${size.certs} certs (only on the first run) …`);
  await synthesize({ directory: csv, ...size, days: DAYS, overwrite: true });
  await runAdmin(['import', csv], env);
  rmSync(csv, { recursive: true });
  await withClient(databaseUrl, (client) => client.query('vacuum (analyze)'));
}

/**
 * Creates keys that have all permissions. Requests with these keys are counted against a quota, but never exhaust it.
 * @returns a file with one key per line
 */
export async function makeKeys(directory, { databaseUrl, natsUrl }) {
  const file = path.join(directory, 'keys.txt');
  const limits = ['base', 'images', 'history', 'changes'].flatMap((name) => [
    `--${name}`,
    '1000000000000',
  ]);
  const rate = ['--rate', '1000000', '--period', 'month', '--permit', 'images,history,changes'];
  const env = { DATABASE_URL: databaseUrl, NATS_URL: natsUrl };
  await runAdmin(['plans', 'set', 'bench', ...rate, ...limits], env);
  if (existsSync(file)) return file;
  const keys = Array.from({ length: KEYS }, () => createApiKey());
  await withClient(databaseUrl, async (client) => {
    for (let first = 0; first < KEYS; first += KEYS_PER_ACCOUNT) {
      const some = keys.slice(first, first + KEYS_PER_ACCOUNT);
      await client.query(ADD_ACCOUNT, [
        some.map(({ id }) => id),
        some.map(({ hash }) => hash),
        CATALOGS,
      ]);
    }
  });
  writeFileSync(file, keys.map(({ key }) => `${key}\n`).join(''), { mode: 0o600 });
  return file;
}

/**
 * Writes paths to a file in a directory, one per line.
 * @param select query whose only column is the path
 * @returns the file
 */
export async function writePaths(directory, databaseUrl, name, select) {
  const file = pathsFile(directory, name);
  await withClient(databaseUrl, async (client) => {
    const rows = client.query(copyTo(`copy (${select}) to stdout`));
    await pipeline(rows, createWriteStream(file));
  });
  return file;
}

/** Writes the paths of the first pages of the change feed to a file. The file is empty if the feed cannot be read. */
export async function writeFeedPages(directory, product, keysFile, limit) {
  const since = new Date(Date.now() - SINCE_DAYS * DAY_MS).toISOString().slice(0, 10);
  const path = `/v1/cards/population/changes?limit=${limit}`;
  const pages = [];
  for (let next = `${path}&since=${since}`; pages.length < MAX_PAGES; ) {
    const { data } = await (await request(product, keysFile, next)).json();
    // Leave out a shorter last page, because it is cheaper.
    if (!data || (data.count < limit && pages.length > 0)) break;
    pages.push(`${next}\n`);
    if (!data.has_more) break;
    next = `${path}&cursor=${data.next_cursor}`;
  }
  const file = pathsFile(directory, `feed-${limit}`);
  writeFileSync(file, pages.join(''));
  return file;
}

/** Sends one request with the first key of a file. */
export function request({ addresses }, keysFile, target) {
  const [key] = readFileSync(keysFile, 'utf8').split('\n');
  return fetch(addresses[0] + target, { headers: { 'x-api-key': key } });
}

export function pathsFile(directory, name) {
  const paths = path.join(directory, 'paths');
  mkdirSync(paths, { recursive: true });
  return path.join(paths, `${name.replace(/\W+/g, '-')}.txt`);
}

/** Runs work on a connection that is logged in as the database owner. */
export async function withClient(databaseUrl, work) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
