import { writePaths } from '../dataset.js';
import { type Environment, pathsFile } from '../environment.js';
import { type Bench, type Case, measure, uniform, warmUp } from '../measure.js';
import { ratio, totalCpu } from '../metrics.js';
import { atMost, COST_COLUMNS, costs, decimal, type Section } from '../section.js';

const IDS = 100;
const CONNECTIONS = 16;
/**
 * Number of connections for batches. A batch takes as much work as many single requests, so more connections would only
 * make requests queue.
 */
const BATCH_CONNECTIONS = 4;
/** Maximum CPU time per id in a batch, as a share of the CPU time of a single request. */
const TARGET = 0.25;

export const PSA_CERTS = `select cert as id from certs where grader = 'psa'`;
const CARDS = `select encode(card_id, 'hex') as id from cards join populations on card = id`;

const PAIRS = [
  {
    name: 'cert',
    single: `select '/v1/certs/psa/' || id from (${PSA_CERTS}) all_ids`,
    batch: batchesOf('/v1/certs/psa?certs=', PSA_CERTS),
  },
  {
    name: 'card population',
    single: `select '/v1/cards/' || id || '/population' from (${CARDS}) all_ids`,
    batch: batchesOf('/v1/cards/population?card_ids=', CARDS),
  },
];

export async function batches(
  bench: Bench,
  { infrastructure, directory, product }: Environment,
): Promise<Section> {
  const { databaseUrl } = infrastructure.urls;
  const caseOf = async (name: string, query: string, connections: number): Promise<Case> => {
    const file = pathsFile(directory, name.replace(/\W+/g, '-'));
    return {
      name,
      target: product,
      traffic: uniform(await writePaths(databaseUrl, file, query)),
      shape: { connections },
    };
  };
  const cases: Case[] = [];
  for (const { name, single, batch } of PAIRS) {
    cases.push(await caseOf(name, single, CONNECTIONS));
    cases.push(await caseOf(batchName(name), batch, BATCH_CONNECTIONS));
  }
  await warmUp(bench, cases);
  const samples = await measure(bench, cases);
  const perId = (name: string): number => ratio(samples, batchName(name), name, totalCpu) / IDS;
  return {
    title: 'Batches',
    text: `Single requests have one random id and use ${CONNECTIONS} connections. Batches have ${IDS} random ids and use ${BATCH_CONNECTIONS} connections. The last column is the CPU time of all processes per id, divided by the CPU time of a request for a single id.`,
    columns: ['request', ...COST_COLUMNS, 'all µs per id ÷ single'],
    rows: PAIRS.flatMap(({ name }) => [
      [name, ...costs(samples, name), decimal(1)],
      [batchName(name), ...costs(samples, batchName(name)), decimal(perId(name))],
    ]),
    bounds: PAIRS.map(({ name }) =>
      atMost(`${batchName(name)}: CPU time per id ÷ single request`, TARGET, perId(name)),
    ),
    samples,
  };
}

function batchName(name: string): string {
  return `batch of ${IDS}: ${name}`;
}

/** Returns a query that selects paths with {@link IDS} ids each. */
export function batchesOf(path: string, ids: string): string {
  return `
    select '${path}' || string_agg(id, ',')
    from (select id, row_number() over (order by md5(id)) / ${IDS} as batch from (${ids}) all_ids) numbered
    group by batch having count(*) = ${IDS}`;
}
