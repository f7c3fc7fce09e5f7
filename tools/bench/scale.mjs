// Measures the product with a synthetic dataset, and with a second one that is a tenth of the size.
import { mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { cursorKeysFile, startNats, startPostgres, startRedis } from '@gcd/local';
import { readOptions } from './options.mjs';
import { prepare } from './scale/prepare.mjs';
import { bytesPerRow } from './scale/disk.mjs';
import { measureLookupCost } from './scale/lookup-cost.mjs';
import { importNextDay } from './scale/next-day.mjs';
import { measureRequests, startApi } from './scale/requests.mjs';

const HELP = `Usage: npm run bench:scale -- [--dir DIR] [--certs N] [--cards N] [--years N] [--rounds N] [--seconds N]
--dir DIR    directory for datasets and databases (default: .local/scale). Run the same command to resume an interrupted run
--certs N    certs (default: 200000)
--cards N    grader cards (default: 20000)
--years N    years of population changes (default: 10)
--rounds N   rounds of each kind of request (default: 3)
--seconds N  seconds per round (default: 3)
The defaults take about 5 minutes. 50,000,000 certs and 2,000,000 cards take hours and an estimated 70 GB.`;

const { values } = readOptions(HELP, {
  dir: '.local/scale',
  certs: 200_000,
  cards: 20_000,
  years: 10,
  rounds: 3,
  seconds: 3,
});
const { certs, cards, years, rounds, seconds } = values;
const directory = path.resolve(values.dir);
mkdirSync(directory, { recursive: true });

const log = console.error;
const server = (name) => ({ dir: path.join(directory, name), keep: true, log });
const postgres = await startPostgres(server('postgres'));
const stops = [() => postgres.stop()];
try {
  const sizes = [];
  for (const part of [10, 1]) {
    const size = { certs: Math.round(certs / part), cards: Math.round(cards / part), years };
    sizes.push(await prepare(directory, postgres.url, size));
  }
  const redis = await startRedis(server('redis'));
  stops.unshift(() => redis.stop());
  for (const size of sizes) {
    const nats = await startNats(server(`nats-${size.name}`));
    stops.unshift(() => nats.stop());
    const keysFile = cursorKeysFile(directory);
    size.api = await startApi(size, { natsUrl: nats.url, redisUrl: redis.url, keysFile });
    stops.unshift(() => size.api.stop());
  }
  const rows = [
    ...(await measureRequests(sizes, { rounds, seconds })),
    ...(await measureLookupCost(sizes, { rounds, seconds })),
    ...(await importNextDay(sizes)),
    ...(await bytesPerRow(sizes)),
  ];
  report(sizes, rows);
} finally {
  for (const stop of stops) await stop();
}

/**
 * Prints a Markdown table. Each row shows one measurement: its value with a tenth of the dataset, its value with the
 * whole dataset, and the ratio.
 */
function report([tenth, whole], rows) {
  const count = (number) => number.toLocaleString('en-US');
  console.log(
    `${count(whole.certs)} certs, ${count(whole.cards)} grader cards, ${count(whole.changes)} changes in ` +
      `${years} ${years === 1 ? 'year' : 'years'}. ${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}, ` +
      `${new Date().toISOString().slice(0, 10)}.\n`,
  );
  console.log('| What | a tenth | full size | ratio |\n|---|---|---|---|');
  for (const { what, digits, values: at } of rows) {
    const [before, after] = [at.get(tenth), at.get(whole)];
    const shown = (number) =>
      number.toLocaleString('en-US', {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
    console.log(
      `| ${what} | ${shown(before)} | ${shown(after)} | ${(after / before).toFixed(2)} |`,
    );
  }
}
