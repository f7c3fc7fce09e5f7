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
import { log } from './log.js';

const KEYS = 1000;
const KEYS_PER_ACCOUNT = 4;
const DAYS = 30;

// Insert accounts with SQL, because `admin keys create` takes a second per key.
const ADD_ACCOUNT = `
  with account as (insert into accounts (name, plan) values ('bench', 'bench') returning id, name)
  insert into api_keys (id, account, name, hash, catalogs)
  select key.id, account.id, account.name, key.hash, $3 from account, unnest($1::text[], $2::bytea[]) key(id, hash)`;

export interface Size {
  readonly cards: number;
  readonly certs: number;
}

export interface ServerUrls {
  readonly databaseUrl: string;
  readonly natsUrl: string;
}

/** Migrates a database and, if it is empty, fills it with a synthetic dataset. */
export async function fill(size: Size, directory: string, servers: ServerUrls): Promise<void> {
  const env = { DATABASE_URL: servers.databaseUrl, NATS_URL: servers.natsUrl };
  await runAdmin(['migrate'], env);
  const { version } = await runAdmin<{ version: number }>(['status'], env);
  if (version > 0) return;
  const csv = path.join(directory, 'csv');
  const { cards, certs } = size;
  log(`Writing ${cards} cards and ${certs} certs (only on the first run) …`);
  await synthesize({ directory: csv, cards, certs, days: DAYS, overwrite: true });
  log('Importing them (only on the first run) …');
  await runAdmin(['import', csv], env);
  rmSync(csv, { recursive: true });
  await withClient(servers.databaseUrl, (client) => client.query('vacuum (analyze)'));
}

/**
 * Creates keys that have all permissions. Requests with these keys are counted against a quota, but never exhaust it.
 * @returns a file with one key per line
 */
export async function makeKeys(directory: string, servers: ServerUrls): Promise<string> {
  const file = path.join(directory, 'keys.txt');
  const env = { DATABASE_URL: servers.databaseUrl, NATS_URL: servers.natsUrl };
  const limits = ['base', 'images', 'history', 'changes'].flatMap((name) => [
    `--${name}`,
    '1000000000000',
  ]);
  const rate = ['--rate', '1000000', '--period', 'month', '--permit', 'images,history,changes'];
  await runAdmin(['plans', 'set', 'bench', ...rate, ...limits], env);
  if (existsSync(file) && readFileSync(file).length > 0) return file;
  const keys = Array.from({ length: KEYS }, () => createApiKey());
  await withClient(servers.databaseUrl, async (client) => {
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
 * Writes paths to a file, one per line.
 * @param select query whose only column is the path
 */
export async function writePaths(
  databaseUrl: string,
  file: string,
  select: string,
): Promise<string> {
  mkdirSync(path.dirname(file), { recursive: true });
  await withClient(databaseUrl, async (client) => {
    const rows = client.query(copyTo(`copy (${select}) to stdout`));
    await pipeline(rows, createWriteStream(file));
  });
  return file;
}

/** Reads the first lines of a file of any size. */
export function firstLines(file: string, count: number): string[] {
  const text = readFileSync(file);
  let end = 0;
  for (let line = 0; line < count && end < text.length; line += 1) {
    const next = text.indexOf('\n', end);
    end = next < 0 ? text.length : next + 1;
  }
  return text.toString('latin1', 0, end).split('\n').filter(Boolean);
}

/** Runs work on a connection that is logged in as the database owner. */
export async function withClient<Result>(
  databaseUrl: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
