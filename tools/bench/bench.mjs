// Measures the API, and in turn three baselines that look up certs.
import { mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { dataDir } from '@gcd/local';
import { fillDatabase, makeKeys, writePaths } from './harness/dataset.mjs';
import { startLoad } from './harness/load/load.mjs';
import { readOptions } from './harness/options.mjs';
import { Results } from './harness/results.mjs';
import { atEnd, run } from './harness/run.mjs';
import { startProduct, startServers } from './harness/servers.mjs';
import { startBaselines } from './speed/baselines.mjs';
import { endpoints } from './speed/scenarios/endpoints.mjs';
import { latency } from './speed/scenarios/latency.mjs';
import { lookup } from './speed/scenarios/lookup.mjs';
import { mixed } from './speed/scenarios/mixed.mjs';

const SCENARIOS = { lookup, mixed, latency, endpoints };
const HELP = `Usage: npm run bench -- [--small] [--only SCENARIOS] [--rounds N] [--seconds N]
Measures the whole product on real servers, and in turn three baselines that look up certs:
  (a) a bare Fastify that returns a constant
  (b) a bare Fastify with pg and a prepared statement: no keys, no limits
  (e) what a user would build instead: Fastify with pg, keys in a table with a cache, and rate-limiter-flexible on Redis
--only SCENARIOS   comma-separated; by default all of them:
                   lookup     closed loop, with and without hits in the response cache
                   mixed      the operations of real clients
                   latency    random arrivals at 50, 70 and 90 % of the maximum throughput
                   endpoints  every endpoint
--small            20,000 cards and 200,000 certs instead of 500,000 and 5,000,000
--rounds N         rounds, each with all cases in turn (default: 3)
--seconds N        duration of each measurement (default: 4)
The dataset is kept in DATA_DIR/bench; remove it to start over. One scenario takes about 5 minutes. CPU time is read from
/proc, so those columns need Linux.`;

const values = readOptions(HELP, {
  only: Object.keys(SCENARIOS).join(','),
  small: false,
  rounds: 3,
  seconds: 4,
});
const { rounds, seconds } = values;
const size = values.small
  ? { cards: 20_000, certs: 200_000 }
  : { cards: 500_000, certs: 5_000_000 };
const directory = path.join(dataDir(), 'bench', `${size.cards}-cards-${size.certs}-certs`);
mkdirSync(directory, { recursive: true });

await run(async () => {
  const { urls, pids } = await startServers(directory);
  await fillDatabase(size, directory, urls);
  const keysFile = await makeKeys(directory, urls);
  const certsFile = await writePaths(
    directory,
    urls.databaseUrl,
    'certs',
    `select '/v1/certs/' || grader || '/' || cert from certs`,
  );
  const product = await startProduct(urls, directory);
  const files = { keysFile, certsFile };
  const baselines = await startBaselines({ urls, product, ...files });
  const load = await startLoad();
  atEnd(load.stop);
  const results = new Results('bench');
  results.text(
    `${size.certs} certs and ${size.cards} cards; ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}. Medians of ${rounds} rounds of ${seconds} s. Each ratio is the median of the ratios in the rounds. Columns in µs show the CPU time per request.`,
  );
  const bench = { load, servers: pids, rounds, seconds, results };
  const environment = { ...files, urls, directory, product, baselines };
  const bounds = [];
  for (const name of values.only.split(',')) {
    bounds.push(...(await SCENARIOS[name](bench, environment)));
  }
  if (bounds.length > 0) results.table('Targets', bounds);
});
