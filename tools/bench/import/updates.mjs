import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { timedImport } from '../harness/admin.mjs';
import { makeKeys, writePaths } from '../harness/dataset.mjs';
import { Load } from '../harness/load/load.mjs';
import { startProduct } from '../harness/servers.mjs';
import { median, rounded } from '../harness/statistics.mjs';

const FIRST_DAY = Date.parse('2026-11-01');
const DAY_MS = 86_400_000;
const ALONE_MS = 10_000;

/**
 * Imports new counts for some cards, day by day, while requests arrive at a given rate: mostly cert lookups, some
 * populations, and sometimes a page of the feed. Periods with and without imports alternate.
 * @param options `changed` cards per day, `rate` in requests per second, `data` with the imported dataset
 */
export async function updatesUnderLoad({ directory, data, urls, changed, rate, rounds, results }) {
  const product = await startProduct(urls, directory);
  const keysFile = await makeKeys(directory, urls);
  const write = (name, query) => writePaths(directory, urls.databaseUrl, name, query);
  const load = await Load.start();
  await load.begin({
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
    const update = writeUpdate(directory, data, changed, round);
    await pause(ALONE_MS);
    await load.take();
    await pause(ALONE_MS);
    const alone = await load.take();
    const { result, seconds, peakMb } = await timedImport(update, urls);
    const during = await load.take();
    table.push({
      changed: result.files.populations.added,
      seconds,
      'peak MB': peakMb,
      'p50 alone ms': rounded(alone.p50),
      'p50 during ms': rounded(during.p50),
      'p99 alone ms': rounded(alone.p99),
      'p99 during ms': rounded(during.p99),
      'p99 ratio': rounded(during.p99 / alone.p99, 2),
      requests: during.requests,
      failed: alone.failed + during.failed,
    });
  }
  await load.end();
  results.table(`A day's update under ${rate} requests per second`, table);
  results.text(`Median of the ratios of p99: ${median(table.map((row) => row['p99 ratio']))}`);
}

/**
 * Writes a dataset for the next day that adds copies of one grade to every n-th card.
 * @returns the directory of the dataset
 */
function writeUpdate(directory, data, changed, round) {
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
