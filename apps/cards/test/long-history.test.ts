import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiResponse, fixtureCard } from '@gcd/testing/api.js';
import { type OwnServices, START_TIMEOUT_MS, startOwnServices } from '@gcd/testing/own-services.js';
import pg from 'pg';
import { HISTORY_OF_CARD } from '../src/cards.queries.js';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('2016-11-01');
const DAYS = 3652;
const AS_OF = dayAt(DAYS - 1);

/** A card that gains one copy a day, so its history has a row for each day. */
const DAILY = fixtureCard('a1');
/** The grader card that is matched with {@link DAILY}. Its only history row is older than all rows of `DAILY`. */
const UNCHANGED = fixtureCard('a2');
/** An unmatched card with a history row for each day. */
const ALONE = fixtureCard('a4');
/** A card whose first history row is inside the requested window. */
const RECENT = fixtureCard('a3');

const WINDOW = ['2023', '2024', '2025', '2026'];

let services: OwnServices;
const beforeImport: ApiResponse[] = [];

beforeAll(async () => {
  services = await startOwnServices('gcd_long_history', 'cards', 'cards');
  const row = (card: string, day: number, key: string, count: number) =>
    `${card},${dayAt(day)},"{""${key}"":${count}}"`;
  const daily = [DAILY, ALONE].flatMap((card) =>
    Array.from({ length: DAYS }, (_, day) => row(card, day, 'psa_10', day + 1)),
  );
  await services.load({
    'cards.csv': `card_id,grader,description,universal_card_id
${DAILY},psa,DAILY,${DAILY}
${UNCHANGED},cgc,UNCHANGED,${DAILY}
${ALONE},psa,ALONE,
${RECENT},psa,RECENT,
`,
  });
  const history = Array.from({ length: 10 }, () => `${RECENT}/population/history`);
  for (const target of [...history, 'population/movers', 'population/activity']) {
    beforeImport.push(await services.get(`/v1/cards/${target}`));
  }
  await services.load({
    'populations.csv': [
      'card_id,date,grades',
      ...daily,
      row(UNCHANGED, 0, 'cgc_9', 7),
      row(RECENT, DAYS - 100, 'psa_9', 1),
      row(RECENT, DAYS - 50, 'psa_9', 2),
      '',
    ].join('\n'),
  });
}, START_TIMEOUT_MS);

afterAll(() => services?.stop());

function dayAt(index: number): string {
  return new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10);
}

async function seriesOf(card: string, parameters = '') {
  const { status, body } = await services.get(`/v1/cards/${card}/population/history${parameters}`);
  expect(status).toBe(200);
  const { window, population_data } = body.data.population;
  expect(window.as_of).toBe(AS_OF);
  return Object.fromEntries(
    Object.entries<{ history: { date: string; total: number }[] }>(population_data.by_grader).map(
      ([grader, { history }]) => [grader, history.map(({ date, total }) => [date, total])],
    ),
  );
}

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

/** Returns the years of the partitions that the history statement reads, oldest first. */
async function yearsRead(card: string, from: string | null = null, to: string | null = null) {
  const client = new pg.Client(services.databaseUrl);
  await client.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare history (text, text, text) as ${HISTORY_OF_CARD.text}`);
    const values = [card, from, to].map((each) => (each === null ? 'null' : `'${each}'`));
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) execute history (${values.join(', ')})`,
    );
    const nodes = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
    const years = nodes.flatMap((node) =>
      node['Actual Loops'] > 0
        ? (/^population_history_(\d+)$/.exec(node['Relation Name'] ?? '')?.[1] ?? [])
        : [],
    );
    return [...new Set(years)].sort();
  } finally {
    await client.end();
  }
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

it('history, movers and activity return 503 before any date is recorded [S185 S255]', () => {
  for (const { status, body } of beforeImport) {
    expect([status, body.error.code]).toEqual([503, 'as_of_unavailable']);
  }
});

describe('the history of a card with ten years of daily counts', () => {
  it('has the imported counts as soon as the import ends, whichever instance replies', async () => {
    const responses = Array.from({ length: 20 }, () => seriesOf(RECENT));
    for (const { psa } of await Promise.all(responses)) expect(psa?.at(-1)).toEqual([AS_OF, 2]);
  });

  it('returns the latest count recorded on or before each date', async () => {
    const { psa, cgc } = await seriesOf(DAILY, '?interval=week');
    expect(psa).toHaveLength(157);
    expect(psa).toEqual(
      Array.from({ length: 157 }, (_, index) => {
        const day = DAYS - 1 - 7 * (156 - index);
        return [dayAt(day), day + 1];
      }),
    );
    expect(cgc).toEqual(psa?.map(([date]) => [date, 7]));
  });

  it.each([
    ['?from=2025-01-01', '2025-01-01', AS_OF],
    ['?from=2024-06-01&to=2024-12-31&interval=week', '2024-06-01', '2024-12-31'],
  ])(
    'returns the same points within the window with and without %s',
    async (parameters, from, to) => {
      const interval = parameters.includes('week') ? '?interval=week' : '';
      const [narrowed, whole] = [
        await seriesOf(DAILY, parameters),
        await seriesOf(DAILY, interval),
      ];
      for (const grader of ['psa', 'cgc']) {
        expect(narrowed[grader]).toEqual(
          whole[grader]?.filter(([date = '']) => String(date) >= from && String(date) <= to),
        );
      }
    },
  );
});

describe('the growth of a card with ten years of daily counts', () => {
  it('is the number of copies added in each period', async () => {
    const { body } = await services.get(`/v1/cards/${DAILY}/population?include=growth`);
    const added = (days: number) => ({
      since: dayAt(DAYS - 1 - days),
      total: days,
      gem_total: days,
      graders_included: ['psa', 'cgc'],
    });
    expect(body.data.growth).toEqual({
      as_of: AS_OF,
      week: added(7),
      month: added(30),
      quarter: added(91),
      year: added(365),
    });
  });
});

describe('a history request', () => {
  it('reads only the partitions of the requested window', async () => {
    expect(await yearsRead(ALONE)).toEqual(WINDOW);
    expect(await yearsRead(RECENT)).toEqual(WINDOW);
  });

  it('with from and to, reads only the partitions of the days between them', async () => {
    expect(await yearsRead(ALONE, '2026-02-01')).toEqual(['2026']);
    expect(await yearsRead(ALONE, '2024-02-01', '2025-02-01')).toEqual(['2024', '2025']);
  });

  it("also reads an older partition if it contains a grader card's latest counts before the window", async () => {
    const years = Array.from({ length: 11 }, (_, index) => String(2016 + index));
    expect(await yearsRead(DAILY)).toEqual(years);
  });
});
