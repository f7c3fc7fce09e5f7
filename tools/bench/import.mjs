// Compares the duration of `admin import` with that of COPY for the same rows. Also measures the import of one day's
// changes while the API serves requests.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@gcd/local';
import { synthesize } from '@gcd/synth';
import pg from 'pg';
import { timedAdmin } from './admin.mjs';
import { updatesUnderLoad } from './import-updates.mjs';
import { readOptions } from './options.mjs';
import { rounded } from './rounded.mjs';

const TABLES = [
  'cards',
  'specs',
  'certs',
  'populations',
  'population_history',
  'images',
  'authentications',
];

const HELP = `Usage: npm run bench:import -- [--cards N] [--certs N] [--changed N] [--rate N] [--rounds N]
       npm run bench:import -- --data DIR
--data DIR   existing dataset of \`npm run synth\` (default: creates a dataset)
--cards N    grader cards (default: 500000)
--certs N    certs (default: 5000000)
--changed N  populations that change in a daily update (default: 50000)
--rate N     requests per second during the updates (default: 300)
--rounds N   rounds of each comparison (default: 5)
The defaults take 10 minutes and 8 GB of disk space.`;

const { values } = readOptions(HELP, {
  data: '',
  cards: 500_000,
  certs: 5_000_000,
  changed: 50_000,
  rate: 300,
  rounds: 5,
});
const { changed, rate, rounds } = values;

const directory = mkdtempSync(path.join(tmpdir(), 'bench-import-'));
chmodSync(directory, 0o755);
const data = values.data || path.join(directory, 'data');
const postgres = await startPostgres({
  dir: path.join(directory, 'postgres'),
  keep: true,
  log: console.error,
});
const env = { DATABASE_URL: postgres.url };
const client = new pg.Client(postgres.url);
await client.connect();
// Use a directory that the server can write to, even if it runs as another user.
const [{ data_directory: serverFiles }] = (await client.query('show data_directory')).rows;
try {
  if (!existsSync(data)) {
    const { cards, certs } = values;
    await synthesize({ directory: data, cards, certs, days: 0 });
  }
  await timedAdmin(['migrate'], env);
  await wholeDataset();
  await compareCerts();
  await updatesUnderLoad({ directory, data, databaseUrl: postgres.url, changed, rate, rounds });
} finally {
  await client.end();
  await postgres.stop();
  rmSync(directory, { recursive: true });
}

async function wholeDataset() {
  const { result, seconds, peakMb } = await timedAdmin(['import', data], env);
  const rows = Object.values(result.files).reduce((sum, { read }) => sum + read, 0);
  let copied = 0;
  for (const table of TABLES) copied += await copySeconds(table);
  console.log('The whole dataset into an empty database, with search and the feed');
  console.table({
    'admin import': { rows, seconds: rounded(seconds), 'peak MB': peakMb },
    'COPY into the same tables': { rows, seconds: rounded(copied) },
  });
}

/**
 * Exports a table with COPY, and measures how long COPY takes to import the file into an empty table with the same
 * columns and keys.
 */
async function copySeconds(table) {
  const file = path.join(serverFiles, `${table}.copy`);
  await client.query(`copy (select * from ${table}) to '${file}'`);
  await client.query(`create table twin (like ${table} including all)`);
  const seconds = await secondsOf(`copy twin from '${file}'`);
  await client.query('drop table twin');
  rmSync(file);
  return seconds;
}

/** Measures how long it takes to import certs into an empty table, and to write the same rows with COPY. */
async function compareCerts() {
  const only = path.join(directory, 'certs-only');
  mkdirSync(only);
  symlinkSync(path.join(path.resolve(data), 'certs.csv'), path.join(only, 'certs.csv'));
  const file = path.join(serverFiles, 'certs.copy');
  await client.query(`copy (select * from certs) to '${file}'`);
  const table = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    await client.query('truncate certs');
    await client.query('checkpoint');
    const copy = await secondsOf(`copy certs from '${file}'`);
    await client.query('truncate certs');
    await client.query('checkpoint');
    const { seconds, peakMb } = await timedAdmin(['import', only], env);
    table.push({
      'COPY s': rounded(copy),
      'import s': rounded(seconds),
      ratio: rounded(seconds / copy, 2),
      'peak MB': peakMb,
    });
  }
  rmSync(file);
  console.log('Certs into the empty table');
  console.table(table);
}

async function secondsOf(statement) {
  const began = performance.now();
  await client.query(statement);
  return (performance.now() - began) / 1000;
}
