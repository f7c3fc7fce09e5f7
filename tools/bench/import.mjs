// Compares the duration of `admin import` with that of COPY for the same rows. Also measures the import of one day's
// changes while the API serves requests.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runAdmin } from '@gcd/local';
import { synthesize } from '@gcd/synth';
import pg from 'pg';
import { timedImport } from './harness/admin.mjs';
import { readOptions } from './harness/options.mjs';
import { Results } from './harness/results.mjs';
import { atEnd, run } from './harness/run.mjs';
import { startServers } from './harness/servers.mjs';
import { rounded } from './harness/statistics.mjs';
import { updatesUnderLoad } from './import/updates.mjs';

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
--cards N    grader cards (default: 500000)
--certs N    certs (default: 5000000)
--changed N  populations that change in a daily update (default: 50000)
--rate N     requests per second during the updates (default: 300)
--rounds N   rounds of each comparison (default: 5)
The defaults take 10 minutes and 8 GB of disk space.`;

const { values } = readOptions(HELP, {
  cards: 500_000,
  certs: 5_000_000,
  changed: 50_000,
  rate: 300,
  rounds: 5,
});
const { cards, certs, rounds } = values;
const directory = mkdtempSync(path.join(tmpdir(), 'bench-import-'));
chmodSync(directory, 0o755);
const data = path.join(directory, 'data');

await run(async () => {
  atEnd(() => rmSync(directory, { recursive: true }));
  const { urls } = await startServers(directory);
  const client = new pg.Client(urls.databaseUrl);
  await client.connect();
  atEnd(() => client.end());
  await synthesize({ directory: data, cards, certs, days: 0 });
  await runAdmin(['migrate'], { DATABASE_URL: urls.databaseUrl });
  const results = new Results('import');
  // Use a directory that the server can write to, even if it runs as another user.
  const [{ data_directory: serverFiles }] = (await client.query('show data_directory')).rows;
  await importDataset(client, urls, serverFiles, results);
  await compareCerts(client, urls, serverFiles, results);
  await updatesUnderLoad({ ...values, directory, data, urls, results });
});

async function importDataset(client, urls, serverFiles, results) {
  const { result, seconds, peakMb } = await timedImport(data, urls);
  const rows = Object.values(result.files).reduce((sum, { read }) => sum + read, 0);
  let copied = 0;
  for (const table of TABLES) {
    const file = path.join(serverFiles, `${table}.copy`);
    await client.query(`copy (select * from ${table}) to '${file}'`);
    await client.query(`create table twin (like ${table} including all)`);
    copied += await secondsOf(client, `copy twin from '${file}'`);
    await client.query('drop table twin');
    rmSync(file);
  }
  results.table('The whole dataset into an empty database, with search and the feed', [
    { what: 'admin import', rows, seconds, 'peak MB': peakMb },
    { what: 'COPY into the same tables', rows, seconds: rounded(copied), 'peak MB': '' },
  ]);
}

/** Measures how long it takes to import certs into an empty table, and to write the same rows with COPY. */
async function compareCerts(client, urls, serverFiles, results) {
  const only = path.join(directory, 'certs-only');
  mkdirSync(only);
  symlinkSync(path.join(data, 'certs.csv'), path.join(only, 'certs.csv'));
  const file = path.join(serverFiles, 'certs.copy');
  await client.query(`copy (select * from certs) to '${file}'`);
  const table = [];
  for (let round = 0; round < rounds; round += 1) {
    await client.query('truncate certs');
    await client.query('checkpoint');
    const copy = await secondsOf(client, `copy certs from '${file}'`);
    await client.query('truncate certs');
    await client.query('checkpoint');
    const { seconds, peakMb } = await timedImport(only, urls);
    table.push({
      'COPY s': rounded(copy),
      'import s': seconds,
      ratio: rounded(seconds / copy, 2),
      'peak MB': peakMb,
    });
  }
  rmSync(file);
  results.table('Certs into the empty table', table);
}

async function secondsOf(client, statement) {
  const began = performance.now();
  await client.query(statement);
  return (performance.now() - began) / 1000;
}
