import { writeFileSync } from 'node:fs';
import { runAdmin } from '@gcd/local';
import { firstLines, writePaths } from '../dataset.js';
import { figure, ratio } from '../figures.js';
import { type Bench, type Case, measure, type Sample, warmUp } from '../measure.js';
import type { Peers } from '../peers.js';
import { say } from '../say.js';
import { atLeast, COST_COLUMNS, costs, decimal, type Section } from '../section.js';
import { pathsFile, type Stage } from '../stage.js';
import type { Target } from '../targets.js';
import { feedPages } from './feed-pages.js';

const [CONNECTIONS, SEARCH_CONNECTIONS, CATALOG_CONNECTIONS] = [64, 8, 4];
const POPULATION = 'card population';
const FEED_OF_1000 = 'change feed, pages of 1,000';
const FEEDS = { [FEED_OF_1000]: 1000, 'change feed, pages of 10,000': 10_000 };
const CATALOG = 'catalog pokemon, whole';
const SEARCH_OF_WORDS = 'search, year, set, name and number';
const SEARCH_OF_NAME = 'search, name';
const STRUCTURED_SEARCH = 'structured search';
const FEWER_CONNECTIONS: Readonly<Record<string, number>> = {
  [CATALOG]: CATALOG_CONNECTIONS,
  [SEARCH_OF_WORDS]: SEARCH_CONNECTIONS,
  [SEARCH_OF_NAME]: SEARCH_CONNECTIONS,
  [STRUCTURED_SEARCH]: SEARCH_CONNECTIONS,
};

/** A text as it stands in a query. */
const inQuery = (text: string): string => `regexp_replace(${text}, '[^A-Za-z0-9]+', '+', 'g')`;
const CARD_ID = `encode(card_id, 'hex')`;
const WITH_POPULATION = 'from cards join populations on card = id';
const WORDS = inQuery(`concat_ws(' ', year, set_name, name, card_number)`);

/** The paths of each endpoint, as queries. */
const QUERIES: Readonly<Record<string, string>> = {
  'cert look-up': `select '/v1/certs/' || grader || '/' || cert from certs`,
  'cert population': `select '/v1/certs/' || grader || '/' || cert || '/population' from certs`,
  'cert images': `select '/v1/certs/' || grader || '/' || cert || '/images' from images where image_front is not null`,
  card: `select '/v1/cards/' || ${CARD_ID} ${WITH_POPULATION}`,
  [POPULATION]: `select '/v1/cards/' || ${CARD_ID} || '/population' ${WITH_POPULATION}`,
  'history, all graders': `select '/v1/cards/' || ${CARD_ID} || '/population/history' ${WITH_POPULATION}`,
  'history, one grader': `select '/v1/cards/' || ${CARD_ID} || '/population/history?grader=' || grader ${WITH_POPULATION}`,
  spec: `select '/v1/specs/psa/' || spec_id from cards where grader = 'psa' and spec_id is not null`,
  'spec population': `select '/v1/specs/psa/' || spec_id || '/population' from cards where grader = 'psa' and spec_id is not null`,
  [SEARCH_OF_WORDS]: `select '/v1/cards/search/simple?query=' || ${WORDS} from cards`,
  [SEARCH_OF_NAME]: `select '/v1/cards/search/simple?query=' || ${inQuery('name')} from cards where name ~ '[A-Za-z]'`,
  [STRUCTURED_SEARCH]: `select '/v1/cards/search/structured?query=' || ${WORDS} from cards`,
  'grade map': `select '/v1/grades'`,
  [CATALOG]: `select '/v1/catalogs/pokemon'`,
};

/** The other endpoints, beside the bare process that looks certs up. */
export async function endpoints(bench: Bench, stage: Stage, { b }: Peers): Promise<Section> {
  const reference = caseOf(b, stage.certsFile, b.title);
  const cases: Case[] = [reference];
  const skipped: string[] = [];
  for (const [name, file] of await pathsOfEndpoints(stage)) {
    const each = caseOf(stage.product, file, name);
    const problem = await problemOf(stage, each);
    if (problem) skipped.push(`${name}: ${problem}`);
    else cases.push(each);
  }
  await warmUp(bench, cases);
  const samples = await measure(bench, cases);
  const toB = (name: string): number => ratio(samples, name, b.title, perSecond);
  const bounds = [
    [POPULATION, 0.6],
    [FEED_OF_1000, 0.1],
  ] as const;
  return {
    title: 'Every endpoint',
    text: [
      `${CONNECTIONS} connections; (b) still looks certs up. Searches have ${SEARCH_CONNECTIONS} connections, catalogs ${CATALOG_CONNECTIONS}.`,
      ...skipped.map((what) => `Not measured: ${what}.`),
    ].join(' '),
    columns: ['endpoint', 'kB', ...COST_COLUMNS, 'calls/s ÷ (b)'],
    rows: cases.map(({ name }) => [
      name,
      decimal(figure(samples, name, ({ bytesPerCall }) => bytesPerCall / 1000)),
      ...costs(samples, name),
      decimal(toB(name)),
    ]),
    bounds: bounds
      .filter(([name]) => samples.has(name))
      .map(([name, limit]) => atLeast(`${name}, calls/s ÷ (b)`, limit, toB(name))),
    samples,
  };
}

function caseOf(target: Target, file: string, name: string): Case {
  const connections = FEWER_CONNECTIONS[name] ?? CONNECTIONS;
  return { name, target, pathsFile: file, shape: { connections } };
}

async function pathsOfEndpoints(stage: Stage): Promise<Map<string, string>> {
  const { infrastructure, directory } = stage;
  const { databaseUrl, natsUrl } = infrastructure.urls;
  say('Building the catalog that is missing, and choosing what to call …');
  const env = { DATABASE_URL: databaseUrl, NATS_URL: natsUrl };
  await runAdmin(['catalogs', 'build', '--missing', 'pokemon'], env);
  const files = new Map<string, string>();
  for (const [name, select] of Object.entries(QUERIES)) {
    const file = pathsFile(directory, name.replace(/\W+/g, '-'));
    files.set(name, await writePaths(databaseUrl, file, select));
  }
  for (const [name, limit] of Object.entries(FEEDS)) {
    const file = pathsFile(directory, `feed-${limit}`);
    writeFileSync(file, (await feedPages(stage, limit)).map((page) => `${page}\n`).join(''));
    files.set(name, file);
  }
  return files;
}

/** Calls once. @returns why it cannot be measured; empty when it can */
async function problemOf({ product, keysFile }: Stage, { pathsFile: file }: Case): Promise<string> {
  const [path] = firstLines(file, 1);
  if (!path) return 'there is nothing to call';
  const [key = ''] = firstLines(keysFile, 1);
  const response = await fetch(product.addresses[0] + path, { headers: { 'x-api-key': key } });
  await response.arrayBuffer();
  return response.ok ? '' : `answered ${response.status}`;
}

const perSecond = (sample: Sample): number => sample.perSecond;
