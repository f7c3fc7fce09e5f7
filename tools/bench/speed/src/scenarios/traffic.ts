import { environmentOf, startApp } from '@gcd/local';
import type { Baselines } from '../baselines.js';
import { writePaths } from '../dataset.js';
import { type Environment, pathsFile } from '../environment.js';
import type { Traffic } from '../load/job.js';
import { type Bench, type Case, measure, type Sample, warmUp } from '../measure.js';
import { ratio, totalCpu } from '../metrics.js';
import { atLeast, type Bound, COST_COLUMNS, costs, decimal, type Section } from '../section.js';
import { stackOptions, startBaseline, type Target } from '../targets.js';
import { batchesOf, PSA_CERTS } from './batches.js';
import { cardPaths, searchPaths } from './endpoints.js';
import { writeFeedPages } from './feed-pages.js';

const CONNECTIONS = 64;
const EXPONENT = 0.99;
/** Number of warm-up requests. The number is large enough to fill the caches. */
const WARM_UP_REQUESTS = 150_000;
const CACHE_MB = 64;

/** Measures cert lookups that follow a Zipf distribution, with and without caches. */
export async function zipf(
  bench: Bench,
  environment: Environment,
  baselines: Baselines,
): Promise<Section> {
  const { certsFile, size } = environment;
  const traffic = [{ pathsFile: certsFile, share: 1, exponent: EXPONENT }];
  return compare(bench, environment, baselines, traffic, {
    title: 'Skewed cert lookups',
    text: `The cert lookups follow a Zipf distribution (exponent ${EXPONENT}) over ${size.certs.toLocaleString('en-US')} certs, on ${CONNECTIONS} connections. Each cache has ${CACHE_MB} MB.`,
    bound: (toB) => [atLeast('skewed cert lookups, requests/s ÷ (b)', 1.3, toB)],
  });
}

/** Measures requests for several operations in realistic proportions. The baselines only look up certs. */
export async function mixed(
  bench: Bench,
  environment: Environment,
  baselines: Baselines,
): Promise<Section> {
  return compare(bench, environment, baselines, await mixedTraffic(environment), {
    title: 'Mixed requests',
    text: `The requests are 60 % cert lookups, 20 % card populations, 8 % searches, 5 % histories, 5 % batches of 100 certs and 2 % pages of 1,000 changes, on ${CONNECTIONS} connections. Certs, populations and histories follow a Zipf distribution (exponent ${EXPONENT}). Baseline (b) only looks up certs, with the same Zipf distribution. Each cache has ${CACHE_MB} MB.`,
    bound: () => [],
  });
}

interface Description {
  readonly title: string;
  readonly text: string;
  /** @param toB throughput of the product divided by that of baseline (b) */
  bound(toB: number): Bound[];
}

/** Compares the product with baseline (b), each with and without a cache. */
async function compare(
  bench: Bench,
  environment: Environment,
  { b }: Baselines,
  traffic: readonly Traffic[],
  { title, text, bound }: Description,
): Promise<Section> {
  const { product } = environment;
  const withoutCache = await startUncachedGateway(environment);
  const withLru = await startBaseline(
    '(b) with an LRU cache',
    environment,
    { front: 'bare-pg' },
    { CACHE_MB: String(CACHE_MB) },
  );
  try {
    const certs = [{ pathsFile: environment.certsFile, share: 1, exponent: EXPONENT }];
    const of = (target: Target, sent: readonly Traffic[]): Case => ({
      name: target.title,
      target,
      traffic: sent,
      shape: { connections: CONNECTIONS },
      warmUpRequests: WARM_UP_REQUESTS,
    });
    const cases = [
      of(product, traffic),
      of(withoutCache, traffic),
      of(b, certs),
      of(withLru, certs),
    ];
    await warmUp(bench, cases);
    const samples = await measure(bench, cases);
    const by = (name: string, target: Target, metric: (sample: Sample) => number): number =>
      ratio(samples, name, target.title, metric);
    return {
      title,
      text,
      columns: ['what', ...COST_COLUMNS, 'requests/s ÷ (b)', '÷ (b) with LRU', 'all µs ÷ (b)'],
      rows: cases.map(({ name }) => [
        name,
        ...costs(samples, name),
        decimal(by(name, b, perSecond)),
        decimal(by(name, withLru, perSecond)),
        decimal(by(name, b, totalCpu)),
      ]),
      bounds: bound(by(product.title, b, perSecond)),
      samples,
    };
  } finally {
    await withoutCache.stop();
    await withLru.stop();
  }
}

/** Starts another gateway of the product, without a response cache. */
async function startUncachedGateway({
  infrastructure,
  directory,
  product,
}: Environment): Promise<Target> {
  const options = stackOptions(infrastructure, directory);
  const env = { ...environmentOf('gateway', options), RESPONSE_CACHE_MB: '0' };
  const gateway = await startApp('gateway', env, options.logDir);
  return {
    title: 'the product without its cache',
    addresses: [`http://127.0.0.1:${gateway.port}`],
    parts: { ...product.parts, gateway: [gateway.pid] },
    stop: () => gateway.stop(),
  };
}

async function mixedTraffic(environment: Environment): Promise<Traffic[]> {
  const { infrastructure, directory, certsFile } = environment;
  const { databaseUrl } = infrastructure.urls;
  const write = (name: string, query: string): Promise<string> =>
    writePaths(databaseUrl, pathsFile(directory, `mixed-${name}`), query);
  const exponent = EXPONENT;
  return [
    { share: 60, pathsFile: certsFile, exponent },
    { share: 20, pathsFile: await write('populations', cardPaths(`'/population'`)), exponent },
    { share: 8, pathsFile: await write('searches', searchPaths()) },
    {
      share: 5,
      pathsFile: await write('histories', cardPaths(`'/population/history'`)),
      exponent,
    },
    {
      share: 5,
      pathsFile: await write('batches', batchesOf('/v1/certs/psa?certs=', PSA_CERTS)),
    },
    { share: 2, pathsFile: await writeFeedPages(environment, 1000) },
  ];
}

const perSecond = (sample: Sample): number => sample.perSecond;
