import { query } from '@gcd/testing/database.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { START_TIMEOUT_MS } from '@gcd/testing/own-services.js';
import {
  type CardFile,
  id,
  type PopulationFile,
  type SetsStack,
  startSetsStack,
} from './sets-stack.js';

/** Card numbers in natural order. */
const NUMBERS = ['1', '2', '10', '10a', '100', 'A1', 'A10', ''];
const LONG: readonly CardFile[] = Array.from({ length: 101 }, (_, index) => ({
  card: (0x1000 + index).toString(16),
  set: 'Long',
  category: 'Long',
  number: NUMBERS[index] ?? '200',
}));
const PAGES: readonly CardFile[] = Array.from({ length: 51 }, (_, index) => ({
  card: (0x2000 + index).toString(16),
  set: `Page ${index}`,
  category: 'Pages',
}));

/** Cards of the first import. */
const CARDS: readonly CardFile[] = [
  { card: 'a1', set: 'Alpha', number: '1' },
  { card: 'b1', set: 'Beta' },
  { card: 'b2', set: 'Beta by SGC', grader: 'sgc' },
  { card: 'c1', set: 'Gamma', number: '7' },
  { card: 'd1', set: 'Épsilon  Set' },
  { card: 'd2', set: 'EPSILON SET', category: 'TEST' },
  { card: 'f1', set: 'Base Set' },
  { card: 'f2', set: 'Base Set 2' },
  { card: 'f3', set: 'Base' },
  ...[...LONG].reverse(),
  ...PAGES,
];

/** Populations of the first import. */
const POPULATIONS: readonly PopulationFile[] = [
  ['b1', '2026-01-01', 3],
  ['b2', '2026-01-01', 4],
  ['c1', '2026-01-01', 9],
  ['f1', '2026-01-01', 1],
  ['f2', '2026-01-01', 1000],
  ['f3', '2026-01-01', 100],
  ...LONG.slice(2, 5).map(({ card }, n): PopulationFile => [card, '2026-01-01', n + 1]),
];

let stack: SetsStack;
beforeAll(async () => {
  stack = await startSetsStack('gcd_sets');
  await load(CARDS, POPULATIONS);
}, START_TIMEOUT_MS);
afterAll(() => stack?.stop());

const load: SetsStack['load'] = (...files) => stack.load(...files);
const send = (target: string) => stack.get(target);
const dataOf = async (target: string) => (await send(target)).body.data;

/** Finds a set by name, and returns it without its id. */
async function setNamed(name: string, category = 'Test') {
  const sets: { set_name: string }[] = await dataOf(
    `/v1/sets?query=${encodeURIComponent(name)}&category=${category}`,
  );
  return sets.find(({ set_name }) => set_name === name);
}

it('sets are listed after the first import', async () => {
  expect(await setNamed('Alpha')).toMatchObject({ cards: 1, total_population: 0 });
  expect(await setNamed('Beta by SGC')).toMatchObject({ cards: 1, total_population: 4 });
});

describe('sets after an import', () => {
  it('include new cards and new copies in their totals', async () => {
    await load(
      [{ card: 'a2', set: 'Alpha', number: '2', grader: 'cgc' }],
      [
        ['a1', '2026-01-01', 10, 4],
        ['a2', '2026-01-02', 5],
      ],
    );
    const set = { cards: 2, total_population: 15, gem_total: 4, graders_included: ['psa', 'cgc'] };
    expect(await setNamed('Alpha')).toMatchObject(set);
    await load([], [['a1', '2026-01-03', 12, 5]]);
    expect(await setNamed('Alpha')).toMatchObject({ total_population: 17, gem_total: 5 });
    const [{ set_id }] = await dataOf('/v1/sets?query=alpha');
    const changed = { total_population: 17, last_population_change: '2026-01-03' };
    expect(await dataOf(`/v1/sets/${set_id}`)).toMatchObject(changed);
  });

  it('contain a universal card only once, and are found by the name that any grader gives them [S37]', async () => {
    await load([], [], [['b2', 'b1']]);
    expect(await setNamed('Beta by SGC')).toBeUndefined();
    const matched = { cards: 1, total_population: 7, graders_included: ['psa', 'sgc'] };
    expect(await setNamed('Beta')).toMatchObject(matched);
    for (const name of ['beta by sgc', 'sgc beta', 'beta']) {
      expect(await dataOf(`/v1/sets?query=${name}`)).toMatchObject([{ set_name: 'Beta' }]);
    }
    const { set_id, ...card } = await dataOf(`/v1/cards/${id('b2')}`);
    expect(card).toMatchObject({ card_id: id('b2'), universal_card_id: id('b1') });
    expect(await dataOf(`/v1/sets/${set_id}/cards`)).toMatchObject([
      { card_id: id('b1'), universal_card_id: id('b1'), total_population: 7, set_id },
    ]);
    await load([], [], [['b2', '']]);
    expect(await setNamed('Beta by SGC')).toMatchObject({ cards: 1, total_population: 4 });
    expect(await setNamed('Beta')).toMatchObject({ cards: 1, total_population: 3 });
    expect(await dataOf('/v1/sets?query=beta by sgc')).toMatchObject([{ set_name: 'Beta by SGC' }]);
  });

  it('lose a card whose set name changes, and disappear when they lose their last card', async () => {
    const before = (await dataOf(`/v1/cards/${id('c1')}`)).set_id;
    await load([{ card: 'c1', set: 'Delta', number: '7' }]);
    expect(await setNamed('Delta')).toMatchObject({ cards: 1, total_population: 9 });
    expect((await send(`/v1/sets/${before}`)).status).toBe(404);
  });

  it('combine different spellings of a set name, and use the spelling of the oldest card', async () => {
    expect(await dataOf('/v1/sets?query=epsilon')).toMatchObject([
      { set_name: 'Épsilon  Set', category: 'Test', cards: 2 },
    ]);
  });
});

it('after `admin match`, a set counts a universal card instead of its grader cards', async () => {
  const card = { set: 'Zeta', number: 'US175', category: 'Basketball' };
  const [psa, beckett] = [
    '2011 TOPPS UPDATE #US175 MIKE TROUT',
    '2011 Topps Update US175 Mike Trout',
  ];
  await load([
    { card: 'e1', description: psa, ...card },
    { card: 'e2', grader: 'beckett', description: beckett, ...card },
  ]);
  expect(await setNamed('Zeta', 'Basketball')).toMatchObject({ cards: 2 });
  const { matched } = await stack.admin<{ matched: number }>('match');
  expect(matched).toBeGreaterThan(0);
  const set = { cards: 1, graders_included: ['psa', 'beckett'] };
  expect(await setNamed('Zeta', 'Basketball')).toMatchObject(set);
});

describe('order and pagination', () => {
  it('GET /v1/sets returns the set whose name equals the query first', async () => {
    const names = async (text: string) =>
      (await dataOf(`/v1/sets?query=${text}`)).map((set: { set_name: string }) => set.set_name);
    expect(await names('base+set')).toEqual(['Base Set', 'Base Set 2']);
    expect(await names('2020+test+base+set')).toEqual(['Base Set', 'Base Set 2']);
    expect(await names('base')).toEqual(['Base', 'Base Set 2', 'Base Set']);
    expect(await names('base+s')).toEqual(['Base Set 2', 'Base Set']);
  });

  it('GET /v1/sets/{set_id}/cards orders cards across pages by number or by population', async () => {
    const { set_id } = await dataOf(`/v1/cards/${id('1000')}`);
    const pages = async (sort: string) =>
      Promise.all([1, 2].map((page) => send(`/v1/sets/${set_id}/cards?sort=${sort}&page=${page}`)));
    const [first, second] = await pages('number');
    const pagination = { page: 1, page_size: 100, total: 101, total_pages: 2, next_page: 2 };
    expect(first?.body.meta.pagination).toEqual(pagination);
    expect(second?.body.meta.pagination).not.toHaveProperty('next_page');
    type Row = { card_id: string; parsed_description: { card_number: string } };
    const numbersOf = (rows: Row[]) => rows.map((row) => row.parsed_description.card_number);
    const rows: Row[] = [...(first?.body.data ?? []), ...(second?.body.data ?? [])];
    const inOrder = numbersOf(rows);
    expect(inOrder.filter((number) => number !== '200')).toEqual(NUMBERS);
    expect(inOrder.slice(5, -3)).toEqual(Array(93).fill('200'));
    expect(new Set(rows.map(({ card_id }) => card_id)).size).toBe(101);
    const [most, again] = [await pages('population'), await pages('population')];
    expect(numbersOf(most[0]?.body.data).slice(0, 4)).toEqual(['100', '10a', '10', '1']);
    expect(again[0]?.body.data).toEqual(most[0]?.body.data);
    const [, scarcest] = await pages('population&order=asc');
    expect(numbersOf(scarcest?.body.data)).toEqual(['100']);
  });

  it('GET /v1/sets/{set_id}/cards lists one parallel, with the totals of each grader, under the common names', async () => {
    const set = { category: 'Pokemon', number: '4' };
    const game = { set: 'POKEMON GAME', name: 'CHARIZARD-HOLO' };
    await load(
      [
        { ...set, card: '51', ...game },
        { ...set, card: '52', ...game, parallel: '1ST EDITION' },
        { ...set, card: '53', set: 'Base Set', name: 'Charizard', grader: 'cgc' },
      ],
      [
        ['51', '2026-01-01', 10, 1],
        ['52', '2026-01-01', 3, 3],
        ['53', '2026-01-01', 5, 0],
      ],
      [['53', '51']],
    );
    const { set_id, display_name } = await dataOf(`/v1/cards/${id('53')}`);
    expect(display_name).toBe('Charizard, Unlimited, 2020 Base Set #4');
    expect(await dataOf(`/v1/sets/${set_id}`)).toMatchObject({
      display_name: '2020 Base Set',
      parallels: [
        { parallel: '', cards: 1, total_population: 15, gem_total: 1 },
        { parallel: '1st Edition', cards: 1, total_population: 3, gem_total: 3 },
      ],
    });
    const cards = (parameters: string) => dataOf(`/v1/sets/${set_id}/cards?${parameters}`);
    expect(await cards('parallel=')).toMatchObject([
      { by_grader: { psa: { total: 10, gem_total: 1 }, cgc: { total: 5, gem_total: 0 } } },
    ]);
    expect((await send(`/v1/sets/${set_id}/cards?has_gem=false`)).body).toMatchObject({
      data: [],
      meta: { pagination: { total: 0 } },
    });
    expect(await cards('parallel=1ST+edition')).toMatchObject([
      { display_name: 'Charizard, 1st Edition, 2020 Base Set #4', total_population: 3 },
    ]);
    for (const [sort, first] of [
      ['name', '52'],
      ['gem_total', '52'],
      ['gem_rate', '52'],
      ['gem_rate&order=asc', '51'],
      ['psa', '51'],
      ['psa&order=asc', '52'],
      ['cgc&order=asc', '51'],
      ['sgc&has_gem=true', '51'],
    ] as const) {
      expect((await cards(`sort=${sort}`))[0].card_id).toBe(id(first));
    }
  });

  it('GET /v1/sets returns more than 50 sets on several pages', async () => {
    const { body } = await send('/v1/sets?category=pages');
    expect(body.data).toHaveLength(50);
    expect(body.meta.pagination).toMatchObject({ total: 51, total_pages: 2, next_page: 2 });
    const rest = await dataOf('/v1/sets?category=pages&page=2');
    expect(rest).toHaveLength(1);
    expect(body.data).not.toContainEqual(rest[0]);
  });
});

describe('movers', () => {
  const moversOf = async (parameters: string): Promise<[card: string, added: number][]> => {
    const { results } = await dataOf(`/v1/cards/population/movers?category=Moves&${parameters}`);
    return results.map((card: { description: string; added: number }) => [
      card.description,
      card.added,
    ]);
  };
  const card = (name: string, grader = 'psa') => ({ card: name, grader, category: 'Moves' });

  beforeAll(async () => {
    await load(
      [card('31'), card('32', 'cgc'), card('33'), card('34'), card('35'), card('36')],
      [
        // These two cards are matched. They gained 20 and 3 copies during the week.
        ['31', '2026-05-01', 100, 50],
        ['31', '2026-06-25', 120, 60],
        ['32', '2026-05-01', 10],
        ['32', '2026-06-29', 13, 1],
        // This change counts for the month but not for the week, because it is on the excluded start date of the weekly
        // window.
        ['33', '2026-05-01', 1],
        ['33', '2026-06-23', 41],
        // This card was first recorded during the week. The first count of a card is not growth.
        ['34', '2026-06-26', 500],
        ['34', '2026-06-30', 502],
        // This card lost copies, so it is not a mover.
        ['35', '2026-05-01', 70],
        ['35', '2026-06-27', 60],
        // This card last changed before the month that movers cover.
        ['36', '2026-04-01', 1],
        ['36', '2026-05-31', 900],
      ],
      [['32', '31']],
    );
  });

  it('are ordered by the sum of their changes in the window across all graders', async () => {
    expect(await moversOf('window=week')).toEqual([
      ['31', 23],
      ['34', 2],
    ]);
    expect(await moversOf('window=month')).toEqual([
      ['33', 40],
      ['31', 23],
      ['34', 2],
    ]);
    expect(await moversOf('metric=gems')).toEqual([['31', 11]]);
  });

  it('are recomputed after an unmatch, after an import of older dates, and when the latest date advances', async () => {
    await load([], [], [['32', '']]);
    expect(await moversOf('')).toEqual([
      ['31', 20],
      ['32', 3],
      ['34', 2],
    ]);
    await load([], [['31', '2026-06-24', 115, 55]]);
    expect(await moversOf('')).toContainEqual(['31', 5 + 15]);
    await load([], [['31', '2026-06-22', 118, 55]]);
    expect(await moversOf('')).toContainEqual(['31', 2]);
    await load([card('37')], [['37', '2026-07-04', 1]]);
    expect(await moversOf('')).toEqual([
      ['32', 3],
      ['34', 2],
    ]);
  });

  it('are limited to 100 cards, with ties ordered by population and then by internal id', async () => {
    const cards = Array.from({ length: 102 }, (_, index) => card((0x3000 + index).toString(16)));
    await load(
      cards,
      cards.flatMap(({ card: name }, index): PopulationFile[] => {
        const first = index === 101 ? 30 : 10;
        return [
          [name, '2026-07-01', first],
          [name, '2026-07-03', first + 10],
        ];
      }),
    );
    const movers = await moversOf('');
    expect(movers).toHaveLength(100);
    expect(movers[0]).toEqual([cards[101]?.card, 10]);
    expect(movers).toEqual([...movers.slice(0, 1), ...cards.slice(0, 99).map((c) => [c.card, 10])]);
    expect(await moversOf('')).toEqual(movers);
  });
});

it('admin migrate computes sets, movers and activity for cards that were imported earlier', async () => {
  const targets = [
    '/v1/sets',
    '/v1/sets?query=base+set',
    '/v1/cards/population/movers',
    '/v1/cards/population/movers?window=month&metric=gems&category=moves',
    '/v1/cards/population/activity?date=2026-06-29',
    `/v1/sets/${(await dataOf(`/v1/cards/${id('1000')}`)).set_id}/cards?sort=population`,
  ];
  const all = () => Promise.all(targets.map(dataOf));
  const before = await all();
  await query(
    stack.databaseUrl,
    'truncate sets, set_cards, movers, recent_gains, activity, activity_leaders, activity_totals',
  );
  expect(await dataOf('/v1/sets')).toEqual([]);
  await stack.admin('migrate');
  expect(await all()).toEqual(before);
});
