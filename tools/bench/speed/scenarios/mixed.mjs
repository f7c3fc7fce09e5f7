import { writeFeedPages, writePaths } from '../../harness/dataset.mjs';
import { costs, measure, perSecond, ratio, totalCpu, warmUp } from '../../harness/measure.mjs';
import { rounded } from '../../harness/statistics.mjs';
import { cardPaths, SEARCH_PATHS } from './endpoints.mjs';

const CONNECTIONS = 64;
/** Exponent of the Zipf distribution of certs, populations and histories. */
const EXPONENT = 0.99;
const IDS = 100;
const BATCHES = `
  select '/v1/certs/psa?certs=' || string_agg(cert, ',')
  from (select cert, row_number() over (order by md5(cert)) / ${IDS} as batch from certs where grader = 'psa') numbered
  group by batch having count(*) = ${IDS}`;

/** Measures requests for several operations in realistic proportions. Baseline (b) only looks up certs. */
export async function mixed(bench, environment) {
  const { product, baselines, keysFile, certsFile } = environment;
  const { b } = baselines;
  const certs = { pathsFile: certsFile, exponent: EXPONENT };
  const of = (target, traffic) => ({
    name: target.title,
    target,
    job: { keysFile, traffic, connections: CONNECTIONS },
  });
  const cases = [
    of(product, [{ ...certs, share: 60 }, ...(await otherTraffic(environment))]),
    of(b, [{ ...certs, share: 1 }]),
  ];
  await warmUp(bench, cases);
  const samples = await measure(bench, cases);
  bench.results.table(
    `60 % cert lookups, 20 % populations, 8 % searches, 5 % histories, 5 % batches of ${IDS} certs, 2 % pages of 1,000 changes`,
    cases.map(({ name }) => ({
      what: name,
      ...costs(samples, name),
      'requests/s ÷ (b)': rounded(ratio(samples, name, b.title, perSecond), 2),
      'all µs ÷ (b)': rounded(ratio(samples, name, b.title, totalCpu), 2),
    })),
  );
  return [];
}

async function otherTraffic({ urls, directory, product, keysFile }) {
  const write = (name, query) => writePaths(directory, urls.databaseUrl, `mixed-${name}`, query);
  return [
    {
      share: 20,
      pathsFile: await write('populations', cardPaths(`'/population'`)),
      exponent: EXPONENT,
    },
    { share: 8, pathsFile: await write('searches', SEARCH_PATHS) },
    {
      share: 5,
      pathsFile: await write('histories', cardPaths(`'/population/history'`)),
      exponent: EXPONENT,
    },
    { share: 5, pathsFile: await write('batches', BATCHES) },
    { share: 2, pathsFile: await writeFeedPages(directory, product, keysFile, 1000) },
  ];
}
