import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiResponse, fixtureCard } from '@gcd/testing/api.js';
import { type OwnServices, START_TIMEOUT_MS, startOwnServices } from '@gcd/testing/own-services.js';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('2016-11-01');
const DAYS = 3652;
const AS_OF = dayAt(DAYS - 1);

/** A card that gains one copy a day, so its history has a row for each day. */
const DAILY = fixtureCard('a1');
/** The grader card that is matched with {@link DAILY}. Its only history row is older than all rows of `DAILY`. */
const UNCHANGED = fixtureCard('a2');
/** A card whose first history row is inside the requested window. */
const RECENT = fixtureCard('a3');

let services: OwnServices;
const beforeImport: ApiResponse[] = [];

beforeAll(async () => {
  services = await startOwnServices('gcd_long_history', 'cards', 'cards');
  const row = (card: string, day: number, key: string, count: number) =>
    `${card},${dayAt(day)},"{""${key}"":${count}}"`;
  const daily = Array.from({ length: DAYS }, (_, day) => row(DAILY, day, 'psa_10', day + 1));
  await services.load({
    'cards.csv': `card_id,grader,description,universal_card_id
${DAILY},psa,DAILY,${DAILY}
${UNCHANGED},cgc,UNCHANGED,${DAILY}
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
