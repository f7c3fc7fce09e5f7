import type { Baselines } from '../baselines.js';
import { writePaths } from '../dataset.js';
import { type Environment, pathsFile } from '../environment.js';
import type { Traffic } from '../load/job.js';
import { type Bench, type Case, measure, type Sample, warmUp } from '../measure.js';
import { ratio, totalCpu } from '../metrics.js';
import { COST_COLUMNS, costs, decimal, type Section } from '../section.js';
import type { Target } from '../targets.js';
import { cardPaths, searchPaths } from './endpoints.js';
import { writeFeedPages } from './feed-pages.js';

const CONNECTIONS = 64;
const EXPONENT = 0.99;
/** Number of warm-up requests. The number is large enough to fill the caches. */
const WARM_UP_REQUESTS = 150_000;
const IDS = 100;
const BATCHES = `
  select '/v1/certs/psa?certs=' || string_agg(cert, ',')
  from (select cert, row_number() over (order by md5(cert)) / ${IDS} as batch from certs where grader = 'psa') numbered
  group by batch having count(*) = ${IDS}`;

/** Measures requests for several operations in realistic proportions. Baseline (b) only looks up certs. */
export async function mixed(
  bench: Bench,
  environment: Environment,
  { b }: Baselines,
): Promise<Section> {
  const { product, certsFile } = environment;
  const of = (target: Target, traffic: readonly Traffic[]): Case => ({
    name: target.title,
    target,
    traffic,
    shape: { connections: CONNECTIONS },
    warmUpRequests: WARM_UP_REQUESTS,
  });
  const cases = [
    of(product, await trafficOf(environment)),
    of(b, [{ pathsFile: certsFile, share: 1, exponent: EXPONENT }]),
  ];
  await warmUp(bench, cases);
  const samples = await measure(bench, cases);
  const toB = (name: string, metric: (sample: Sample) => number): string =>
    decimal(ratio(samples, name, b.title, metric));
  return {
    title: 'Mixed requests',
    text: `The requests are 60 % cert lookups, 20 % card populations, 8 % searches, 5 % histories, 5 % batches of ${IDS} certs and 2 % pages of 1,000 changes, on ${CONNECTIONS} connections. Certs, populations and histories follow a Zipf distribution (exponent ${EXPONENT}), so many are hits in the response cache. Baseline (b) only looks up certs, with the same distribution.`,
    columns: ['what', ...COST_COLUMNS, 'requests/s ÷ (b)', 'all µs ÷ (b)'],
    rows: cases.map(({ name }) => [
      name,
      ...costs(samples, name),
      toB(name, perSecond),
      toB(name, totalCpu),
    ]),
    bounds: [],
    samples,
  };
}

async function trafficOf(environment: Environment): Promise<Traffic[]> {
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
      pathsFile: await write('batches', BATCHES),
    },
    { share: 2, pathsFile: await writeFeedPages(environment, 1000) },
  ];
}

const perSecond = (sample: Sample): number => sample.perSecond;
