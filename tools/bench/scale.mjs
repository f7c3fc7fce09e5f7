// Measures the product with a synthetic dataset, and with a second one that is a tenth of the size.
import { mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { makeKeys, writeFeedPages, writePaths } from './harness/dataset.mjs';
import { startLoad } from './harness/load/load.mjs';
import { figure, measure, totalCpu } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { Results } from './harness/results.mjs';
import { atEnd, run } from './harness/run.mjs';
import { startProduct, startServers } from './harness/servers.mjs';
import { rounded } from './harness/statistics.mjs';
import { bytesPerRow, prepare } from './scale/database.mjs';

const HELP = `Usage: npm run bench:scale -- [--dir DIR] [--certs N] [--cards N] [--years N] [--rounds N] [--seconds N]
--dir DIR    directory for datasets and databases (default: .local/scale). Run the same command to resume an interrupted run
--certs N    certs (default: 200000)
--cards N    grader cards (default: 20000)
--years N    years of population changes (default: 10)
--rounds N   rounds of each kind of request (default: 3)
--seconds N  seconds per round (default: 3)
The defaults take about 5 minutes. 50,000,000 certs and 2,000,000 cards take hours and an estimated 70 GB.`;

const SAMPLE = 20_000;
const CONNECTIONS = 64;
const nameOf = (what, size) => `${what}, ${size.certs} certs`;
const CARDS = `cards where id in (select 1 + floor(random() * (select max(id) from cards))::integer from generate_series(1, ${SAMPLE}))`;
const card = (end) => `select '/v1/cards/' || encode(card_id, 'hex') || '${end}' from ${CARDS}`;
/**
 * The kinds of requests: their rates per second, which are far below the product's maximum throughput, so that requests
 * do not queue, and SQL that selects their paths.
 */
const KINDS = [
  { what: 'cert lookup', rate: 200, paths: certPaths },
  { what: 'population', rate: 100, paths: () => card('/population') },
  { what: 'history of all years', rate: 50, paths: () => card('/population/history') },
  { what: 'page of 1,000 changes', rate: 20 },
  {
    what: 'search',
    rate: 20,
    paths: () =>
      `select '/v1/cards/search/simple?query=' || regexp_replace(concat_ws(' ', year, name, card_number), '[^A-Za-z0-9]+', '+', 'g') from ${CARDS} and name <> ''`,
  },
];

const values = readOptions(HELP, {
  dir: '.local/scale',
  certs: 200_000,
  cards: 20_000,
  years: 10,
  rounds: 3,
  seconds: 3,
});
const { certs, cards, years, rounds, seconds } = values;

await run(async () => {
  const sizes = [];
  for (const part of [10, 1]) {
    sizes.push(await start({ certs: Math.round(certs / part), cards: Math.round(cards / part) }));
  }
  const results = new Results('scale');
  results.text(
    `${certs} certs, ${cards} grader cards, ${years} years of changes. ${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}.`,
  );
  const load = await startLoad();
  atEnd(load.stop);
  const bench = { load, servers: {}, rounds, seconds, results };
  const rows = [...(await measureRequests(bench, sizes)), ...(await bytesPerRow(sizes))];
  results.table(
    'A tenth and the full size',
    rows.map(({ what, digits, values: [tenth, full] }) => ({
      what,
      'a tenth': rounded(tenth, digits),
      'full size': rounded(full, digits),
      ratio: rounded(full / tenth, 2),
    })),
  );
});

/** Starts servers with a dataset of the given size, and the product. */
async function start(size) {
  const directory = path.resolve(values.dir, `${size.certs}-${size.cards}-${years}`);
  mkdirSync(directory, { recursive: true });
  const { urls, pids } = await startServers(directory);
  await prepare(directory, urls, { ...size, years });
  const product = await startProduct(urls, directory, { gateway: { RESPONSE_CACHE_MB: '0' } });
  const target = { ...product, pids: { ...pids, ...product.pids } };
  return { ...size, directory, urls, target, keysFile: await makeKeys(directory, urls) };
}

/** Measures the latency of each kind of request, and the CPU time of a cert lookup. */
async function measureRequests(bench, sizes) {
  const cases = [];
  for (const { what, rate, paths } of KINDS) {
    for (const size of sizes) {
      const { directory, urls, target, keysFile } = size;
      const pathsFile = paths
        ? await writePaths(directory, urls.databaseUrl, what, paths(size))
        : await writeFeedPages(directory, target, keysFile, 1000);
      const job = { keysFile, traffic: [{ pathsFile, share: 1 }] };
      cases.push({ name: nameOf(what, size), target, job: { ...job, perSecond: rate } });
      if (what === 'cert lookup') {
        const name = nameOf('closed loop', size);
        cases.push({ name, target, job: { ...job, connections: CONNECTIONS } });
      }
    }
  }
  // The first round is a warm-up.
  await measure({ ...bench, rounds: 1 }, cases);
  const samples = await measure(bench, cases);
  const valuesOf = (what, metric) =>
    sizes.map((size) => figure(samples, nameOf(what, size), metric));
  return [
    ...KINDS.flatMap(({ what, rate }) =>
      ['p50', 'p99'].map((name) => ({
        what: `${what}, ${rate} per second, ${name} in ms`,
        digits: 2,
        values: valuesOf(what, (sample) => sample[name]),
      })),
    ),
    {
      what: `CPU time of a cert lookup, ${CONNECTIONS} connections, µs`,
      digits: 0,
      values: valuesOf('closed loop', totalCpu),
    },
  ];
}

function certPaths({ certs: count }) {
  const percent = Math.min(100, (100 * SAMPLE) / count);
  return `select '/v1/certs/' || grader || '/' || cert from certs tablesample system (${percent}) where card is not null`;
}
