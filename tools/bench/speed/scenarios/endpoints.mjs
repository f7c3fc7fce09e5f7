import { readFileSync } from 'node:fs';
import { runAdmin } from '@gcd/local';
import { request, writeFeedPages, writePaths } from '../../harness/dataset.mjs';
import { costs, figure, measure, perSecond, ratio, warmUp } from '../../harness/measure.mjs';
import { rounded } from '../../harness/statistics.mjs';
import { atLeast } from '../bounds.mjs';

const CONNECTIONS = 64;
/** Number of connections for expensive operations. With more, the gateway would queue and reject requests. */
const FEW_CONNECTIONS = 8;
const POPULATION = 'card population';
const FEED_OF_1000 = 'change feed, pages of 1,000';

/** Returns SQL that encodes a value for a query string. */
const inQuery = (text) => `regexp_replace(${text}, '[^A-Za-z0-9]+', '+', 'g')`;
const WORDS = inQuery(`concat_ws(' ', year, set_name, name, card_number)`);
const certPaths = (end) => `select '/v1/certs/' || grader || '/' || cert || '${end}' from certs`;
const specPaths = (end) =>
  `select '/v1/specs/psa/' || spec_id || '${end}' from cards where grader = 'psa' and spec_id is not null`;

/** Returns a query that selects paths of cards. @param end SQL expression for the end of the path */
export function cardPaths(end) {
  return `select '/v1/cards/' || encode(card_id, 'hex') || ${end} from cards join populations on card = id`;
}

/** Query that selects paths of searches by year, set, name and number. */
export const SEARCH_PATHS = `select '/v1/cards/search/simple?query=' || ${WORDS} from cards`;

/** The endpoints, with SQL that selects the paths to request. */
const ENDPOINTS = [
  { name: 'cert lookup', paths: certPaths('') },
  { name: 'cert population', paths: certPaths('/population') },
  {
    name: 'cert images',
    paths: `select '/v1/certs/' || grader || '/' || cert || '/images' from images where image_front is not null`,
  },
  { name: 'card', paths: cardPaths(`''`) },
  { name: POPULATION, paths: cardPaths(`'/population'`) },
  { name: 'history, all graders', paths: cardPaths(`'/population/history'`) },
  { name: 'history, one grader', paths: cardPaths(`'/population/history?grader=' || grader`) },
  { name: 'spec', paths: specPaths('') },
  { name: 'spec population', paths: specPaths('/population') },
  {
    name: 'search, year, set, name and number',
    paths: SEARCH_PATHS,
    connections: FEW_CONNECTIONS,
  },
  {
    name: 'search, name',
    paths: `select '/v1/cards/search/simple?query=' || ${inQuery('name')} from cards where name ~ '[A-Za-z]'`,
    connections: FEW_CONNECTIONS,
  },
  {
    name: 'structured search',
    paths: `select '/v1/cards/search/structured?query=' || ${WORDS} from cards`,
    connections: FEW_CONNECTIONS,
  },
  { name: 'grade map', paths: `select '/v1/grades'` },
  { name: 'catalog pokemon, whole', paths: `select '/v1/catalogs/pokemon'`, connections: 1 },
  { name: FEED_OF_1000, pageSize: 1000 },
  { name: 'change feed, pages of 10,000', pageSize: 10_000, connections: FEW_CONNECTIONS },
];

/** Measures all endpoints, and compares them with baseline (b), a bare process that looks up certs. */
export async function endpoints(bench, environment) {
  const { urls, directory, product, baselines, keysFile, certsFile } = environment;
  const { b } = baselines;
  const env = { DATABASE_URL: urls.databaseUrl, NATS_URL: urls.natsUrl };
  await runAdmin(['catalogs', 'build', '--missing', 'pokemon'], env);
  const caseOf = (name, target, file, connections = CONNECTIONS) => ({
    name,
    target,
    job: { keysFile, traffic: [{ pathsFile: file, share: 1 }], connections },
  });
  const cases = [caseOf(b.title, b, certsFile)];
  for (const { name, paths, pageSize, connections } of ENDPOINTS) {
    const file = pageSize
      ? await writeFeedPages(directory, product, keysFile, pageSize)
      : await writePaths(directory, urls.databaseUrl, name, paths);
    const [path] = readFileSync(file, 'utf8').split('\n', 1);
    const isServed = path !== '' && (await request(product, keysFile, path)).ok;
    if (isServed) cases.push(caseOf(name, product, file, connections));
    else bench.results.text(`Not measured: ${name}, ${path || 'no paths to request'}`);
  }
  await warmUp(bench, cases);
  const samples = await measure(bench, cases);
  const toB = (name) => ratio(samples, name, b.title, perSecond);
  bench.results.table(
    'Every endpoint',
    cases.map(({ name, job }) => ({
      endpoint: name,
      connections: job.connections,
      kB: rounded(
        figure(samples, name, ({ kilobytes }) => kilobytes),
        2,
      ),
      ...costs(samples, name),
      'requests/s ÷ (b)': rounded(toB(name), 2),
    })),
  );
  return [
    atLeast(`${POPULATION}, requests/s ÷ (b)`, 0.9, toB(POPULATION)),
    atLeast(`${FEED_OF_1000}, requests/s ÷ (b)`, 0.2, toB(FEED_OF_1000)),
  ];
}
