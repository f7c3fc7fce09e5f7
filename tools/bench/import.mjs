// Compares the duration of `admin import` with that of COPY for the same rows. Also measures the import of one day's
// changes while the API serves requests.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runAdmin } from '@gcd/local';
import { synthesize } from '@gcd/synth';
import pg from 'pg';
import { timedImport } from './harness/admin.mjs';
import { makeKeys, writePaths } from './harness/dataset.mjs';
import { startLoad } from './harness/load/load.mjs';
import { readOptions } from './harness/options.mjs';
import { Results } from './harness/results.mjs';
import { atEnd, run } from './harness/run.mjs';
import { startProduct, startServers } from './harness/servers.mjs';
import { median, rounded } from './harness/statistics.mjs';

const FIRST_DAY = Date.parse('2026-11-01');
const DAY_MS = 86_400_000;
const ALONE_MS = 10_000;

const HELP = `Usage: npm run bench:import -- [--cards N] [--certs N] [--changed N] [--rate N] [--rounds N]
--cards N    grader cards (default: 500000)
--certs N    certs (default: 5000000)
--changed N  populations that change in a daily update (default: 50000)
--rate N     requests per second during the updates (default: 300)
--rounds N   rounds of each comparison (default: 5)
The defaults take 10 minutes and 8 GB of disk space.`;

const values = readOptions(HELP, {
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
  const { result, seconds, peakMb } = await timedImport(data, urls);
  const rows = Object.values(result.files).reduce((sum, { read }) => sum + read, 0);
  results.table('The whole dataset into an empty database, with search and the feed', [
    { rows, seconds, 'peak MB': peakMb },
  ]);
  await compareCerts(client, urls, results);
  await updatesUnderLoad(urls, results);
});

/** Measures how long it takes to import certs into an empty table, and to write the same rows with COPY. */
async function compareCerts(client, urls, results) {
  const only = path.join(directory, 'certs-only');
  mkdirSync(only);
  symlinkSync(path.join(data, 'certs.csv'), path.join(only, 'certs.csv'));
  // Use a directory that the server can write to, even if it runs as another user.
  const [{ data_directory: serverFiles }] = (await client.query('show data_directory')).rows;
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

/**
 * Imports new counts for some cards, day by day, while requests arrive at a given rate: mostly cert lookups, some
 * populations, and sometimes a page of the feed. Periods with and without imports alternate.
 */
async function updatesUnderLoad(urls, results) {
  const { changed, rate } = values;
  const product = await startProduct(urls, directory);
  const keysFile = await makeKeys(directory, urls);
  const write = (name, query) => writePaths(directory, urls.databaseUrl, name, query);
  const load = await startLoad();
  atEnd(load.stop);
  await load.ask('begin', {
    addresses: product.addresses,
    keysFile,
    perSecond: rate,
    traffic: [
      {
        share: 79,
        pathsFile: await write(
          'certs',
          `select '/v1/certs/' || grader || '/' || cert from certs order by random() limit 20000`,
        ),
      },
      {
        share: 20,
        pathsFile: await write(
          'populations',
          `select '/v1/cards/' || encode(card_id, 'hex') || '/population' from cards order by random() limit 20000`,
        ),
      },
      {
        share: 1,
        pathsFile: await write('feed', `select '/v1/cards/population/changes?limit=1000'`),
      },
    ],
  });
  const table = [];
  for (let round = 0; round < rounds; round += 1) {
    const update = writeUpdate(changed, round);
    await pause(ALONE_MS);
    await load.ask('take');
    await pause(ALONE_MS);
    const alone = await load.ask('take');
    const { result, seconds, peakMb } = await timedImport(update, urls);
    const during = await load.ask('take');
    table.push({
      changed: result.files.populations.added,
      seconds,
      'peak MB': peakMb,
      'p99 alone ms': rounded(alone.p99),
      'p99 during ms': rounded(during.p99),
      'p99 ratio': rounded(during.p99 / alone.p99, 2),
      failed: alone.failed + during.failed,
    });
  }
  await load.ask('end');
  results.table(`A day's update under ${rate} requests per second`, table);
  results.text(`Median of the ratios of p99: ${median(table.map((row) => row['p99 ratio']))}`);
}

/**
 * Writes a dataset for the next day that adds copies of one grade to every n-th card.
 * @returns the directory of the dataset
 */
function writeUpdate(changed, round) {
  const update = path.join(directory, `update-${round}`);
  mkdirSync(update);
  const date = new Date(FIRST_DAY + round * DAY_MS).toISOString().slice(0, 10);
  const csv = readFileSync(path.join(data, 'populations.csv'), 'utf8');
  const [header, ...rows] = csv.trimEnd().split('\n');
  const lines = Array.from({ length: changed }, (_, index) => {
    const row = rows[Math.floor((index / changed) * rows.length)];
    return row
      .replace(/\d{4}-\d{2}-\d{2}/, date)
      .replace(/("":)(\d+)/, (_all, before, count) => `${before}${Number(count) + 1 + round}`);
  });
  writeFileSync(path.join(update, 'populations.csv'), `${[header, ...lines].join('\n')}\n`);
  return update;
}
