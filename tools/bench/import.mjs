// Compares `admin import` with COPY of the same rows, and measures a day's update while the API serves
// requests.
//
// npm run bench:import (500,000 cards and 5 million certs: 10 minutes and 8 GB of disk space)
// npm run bench:import -- --cards 50000 --certs 500000
// npm run bench:import -- --data DIR (an existing dataset of `admin synth`)
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@gcd/local';
import pg from 'pg';
import { timedAdmin } from './admin.mjs';
import { updatesUnderCalls } from './import-updates.mjs';
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

const { values } = parseArgs({
  options: {
    cards: { type: 'string', default: '500000' },
    certs: { type: 'string', default: '5000000' },
    changed: { type: 'string', default: '50000' },
    rate: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '5' },
    data: { type: 'string', default: '' },
  },
});
const [changed, rate, rounds] = [values.changed, values.rate, values.rounds].map(Number);

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
// Use a directory to which the server can write, even if it runs as another user.
const [{ data_directory: serverFiles }] = (await client.query('show data_directory')).rows;
try {
  if (!existsSync(data)) {
    const size = ['--cards', values.cards, '--certs', values.certs, '--days', '0'];
    await timedAdmin(['synth', data, ...size], env);
  }
  await timedAdmin(['migrate'], env);
  await wholeDataset();
  await certsByTurns();
  await updatesUnderCalls({ directory, data, databaseUrl: postgres.url, changed, rate, rounds });
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
 * Exports a table, and measures how long COPY takes to import the result into a table with the same columns and keys.
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

/** Imports only certs into an empty table, in alternation with COPY of the same rows. */
async function certsByTurns() {
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
