import { runAdmin } from '@gcd/local';
import type { Baselines } from '../baselines.js';
import { firstLines, writePaths } from '../dataset.js';
import { type Environment, pathsFile } from '../environment.js';
import { log } from '../log.js';
import { type Bench, type Case, measure, type Sample, uniform, warmUp } from '../measure.js';
import { figure, ratio } from '../metrics.js';
import { atLeast, COST_COLUMNS, costs, decimal, type Section } from '../section.js';
import type { Target } from '../targets.js';
import { writeFeedPages } from './feed-pages.js';

const CONNECTIONS = 64;
/**
 * Number of client connections for expensive operations. With more connections, the gateway would queue and reject
 * requests.
 */
const FEW_CONNECTIONS = 8;
const CATALOG_SECONDS = 10;
const POPULATION = 'card population';
const FEED_OF_1000 = 'change feed, pages of 1,000';
const FEEDS = [
  { name: FEED_OF_1000, limit: 1000 },
  { name: 'change feed, pages of 10,000', limit: 10_000, connections: FEW_CONNECTIONS },
];
/** Returns SQL that encodes a value for a query string. */
const inQuery = (text: string): string => `regexp_replace(${text}, '[^A-Za-z0-9]+', '+', 'g')`;
const WORDS = inQuery(`concat_ws(' ', year, set_name, name, card_number)`);

interface Endpoint {
  readonly name: string;
  /** SQL that selects the paths to request. */
  readonly paths: string;
  /** Overrides {@link CONNECTIONS}. */
  readonly connections?: number;
  readonly leastSeconds?: number;
}

const ENDPOINTS: readonly Endpoint[] = [
  { name: 'cert lookup', paths: certPaths('') },
  { name: 'cert population', paths: certPaths('/population') },
  {
    name: 'cert images',
    paths: `select '/v1/certs/' || grader || '/' || cert || '/images' from images where image_front is not null`,
  },
  { name: 'card', paths: cardPaths(`''`) },
  { name: POPULATION, paths: cardPaths(`'/population'`) },
  { name: 'history, all graders', paths: cardPaths(`'/population/history'`) },
  {
    name: 'history, one grader',
    paths: cardPaths(`'/population/history?grader=' || grader`),
  },
  { name: 'spec', paths: specPaths('') },
  { name: 'spec population', paths: specPaths('/population') },
  {
    name: 'search, year, set, name and number',
    paths: searchPaths(),
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
  {
    name: 'catalog pokemon, whole',
    paths: `select '/v1/catalogs/pokemon'`,
    connections: 1,
    leastSeconds: CATALOG_SECONDS,
  },
];

/**
 * Measures all endpoints except the cert lookup. Compares them with baseline (b), a bare process that looks up certs.
 */
export async function endpoints(
  bench: Bench,
  environment: Environment,
  { b }: Baselines,
): Promise<Section> {
  const reference = caseOf(b, b.title, environment.certsFile);
  const cases: Case[] = [reference];
  const skipped: string[] = [];
  for (const each of await casesOf(environment)) {
    const problem = await problemOf(environment, each);
    if (problem) skipped.push(`${each.name}: ${problem}`);
    else cases.push(each);
  }
  await warmUp(bench, cases);
  const samples = await measure(bench, cases);
  const toB = (name: string): number => ratio(samples, name, b.title, perSecond);
  const bounds = [
    [POPULATION, 0.9],
    [FEED_OF_1000, 0.2],
  ] as const;
  return {
    title: 'Every endpoint',
    text: [
      `Searches and pages of 10,000 changes are requested on ${FEW_CONNECTIONS} connections, a catalog on 1, and all other endpoints on ${CONNECTIONS}. Baseline (b) looks up certs.`,
      ...skipped.map((what) => `Not measured: ${what}.`),
    ].join(' '),
    columns: ['endpoint', 'kB', ...COST_COLUMNS, 'requests/s ÷ (b)'],
    rows: cases.map(({ name }) => [
      name,
      decimal(figure(samples, name, ({ bytesPerRequest }) => bytesPerRequest / 1000)),
      ...costs(samples, name),
      decimal(toB(name)),
    ]),
    bounds: bounds
      .filter(([name]) => samples.has(name))
      .map(([name, limit]) => atLeast(`${name}, requests/s ÷ (b)`, limit, toB(name))),
    samples,
  };
}

async function casesOf(environment: Environment): Promise<Case[]> {
  const { infrastructure, directory, product } = environment;
  const { databaseUrl, natsUrl } = infrastructure.urls;
  log('Building missing catalogs, and choosing paths …');
  const env = { DATABASE_URL: databaseUrl, NATS_URL: natsUrl };
  await runAdmin(['catalogs', 'build', '--missing', 'pokemon'], env);
  const cases: Case[] = [];
  for (const { name, paths, ...how } of ENDPOINTS) {
    const file = pathsFile(directory, name.replace(/\W+/g, '-'));
    cases.push(caseOf(product, name, await writePaths(databaseUrl, file, paths), how));
  }
  for (const { name, limit, ...how } of FEEDS) {
    const file = await writeFeedPages(environment, limit);
    cases.push(caseOf(product, name, file, how));
  }
  return cases;
}

function caseOf(
  target: Target,
  name: string,
  file: string,
  { connections = CONNECTIONS, ...how }: Pick<Endpoint, 'connections' | 'leastSeconds'> = {},
): Case {
  return { name, target, traffic: uniform(file), shape: { connections }, ...how };
}

/** Returns a query that selects search paths with the year, set, name and number of each card. */
export function searchPaths(): string {
  return `select '/v1/cards/search/simple?query=' || ${WORDS} from cards`;
}

function certPaths(end: string): string {
  return `select '/v1/certs/' || grader || '/' || cert || '${end}' from certs`;
}

/** Returns a query that selects paths of cards. @param end SQL expression for the end of the path */
export function cardPaths(end: string): string {
  return `select '/v1/cards/' || encode(card_id, 'hex') || ${end} from cards join populations on card = id`;
}

function specPaths(end: string): string {
  return `select '/v1/specs/psa/' || spec_id || '${end}' from cards where grader = 'psa' and spec_id is not null`;
}

/** Sends one request. @returns why the case cannot be measured, or an empty string if it can */
async function problemOf(
  { product, keysFile }: Environment,
  { traffic: [first] }: Case,
): Promise<string> {
  const [path] = firstLines(first?.pathsFile ?? '', 1);
  if (!path) return 'no paths to request';
  const [key = ''] = firstLines(keysFile, 1);
  const response = await fetch(product.addresses[0] + path, { headers: { 'x-api-key': key } });
  await response.arrayBuffer();
  return response.ok ? '' : `returned ${response.status}`;
}

const perSecond = (sample: Sample): number => sample.perSecond;
