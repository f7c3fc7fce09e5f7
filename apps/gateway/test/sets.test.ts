import { describe, expect, it } from '@jest/globals';
import { fixtureCard, get } from '@gcd/testing/api.js';

const GAME = '375017c0baf54ba373cfaf35182151c1cc73f3a3';

const GAME_SET = {
  display_name: '1999 Base Set',
  set_id: GAME,
  category: 'Pokemon',
  year: '1999',
  set_name: 'Pokemon Game',
  cards: 1,
  total_population: 2113,
  gem_total: 104,
  gem_rate: 0.0492,
  graders_included: ['psa', 'beckett', 'sgc', 'cgc'],
};

/** Returns the names of the sets that `GET /v1/sets` lists for a query string. */
async function namesOf(query: string): Promise<string[]> {
  const { body } = await get(`/v1/sets${query}`);
  return body.data.map(({ set_name }: { set_name: string }) => set_name);
}

/** Returns the id of a fixture card's set. */
async function setOf(card: string): Promise<string> {
  return (await get(`/v1/cards/${fixtureCard(card)}`)).body.data.set_id;
}

describe('GET /v1/sets', () => {
  it('200: returns every set, most graded first, and ignores empty parameters', async () => {
    const { status, body, headers } = await get('/v1/sets?query=%20&category=&year=');
    expect(status).toBe(200);
    expect(Object.entries(body.data[0])).toEqual(Object.entries(GAME_SET));
    expect(body.data.map(({ set_name }: { set_name: string }) => set_name)).toEqual([
      'Pokemon Game',
      'Fleer',
      'O-Pee-Chee',
      'Pokemon Skyridge',
      'Pokemon Rocket',
      ...['Goudey', 'Pokemon Mew EN-151'].sort((a, b) => idOf(body.data, a) - idOf(body.data, b)),
    ]);
    expect(body.meta).toEqual({
      request_id: headers.get('x-request-id'),
      pagination: { page: 1, page_size: 50, total: 7, total_pages: 1 },
    });
  });

  it.each([
    ['?category=pokemon&year=1999', ['Pokemon Game']],
    ['?category=POK%C3%89MON&year=2000', ['Pokemon Rocket']],
    ['?year=1999&category=Basketball', []],
    ['?year=19', []],
    ['?query=1999+pokemon+gam', ['Pokemon Game']],
    ['?q=Mew+EN-151', ['Pokemon Mew EN-151']],
    ['?query=hockey', ['O-Pee-Chee']],
    ['?query=charizard', []],
    ['?query=fleer&category=Pokemon', []],
    ['?query=%22%26%7C!*()%3A', []],
    ['?query=rocket%00pokemon', ['Pokemon Rocket']],
  ])('200: filters sets with %s', async (query, expected) => {
    expect(await namesOf(query)).toEqual(expected);
  });

  it('200: returns an empty page after the last one', async () => {
    for (const query of ['', '&query=pokemon']) {
      const { status, body } = await get(`/v1/sets?page=3${query}`);
      const { total } = (await get(`/v1/sets?page=1${query}`)).body.meta.pagination;
      expect([status, body.data]).toEqual([200, []]);
      expect(body.meta.pagination).toEqual({ page: 3, page_size: 50, total, total_pages: 1 });
    }
  });
});

describe('GET /v1/sets/{set_id}', () => {
  it('200: returns totals and the last change', async () => {
    const { status, body } = await get(`/v1/sets/${GAME}`);
    expect(status).toBe(200);
    expect(Object.entries(body.data)).toEqual(
      Object.entries({
        ...GAME_SET,
        last_population_change: '2026-03-20',
        parallels: [{ parallel: '', cards: 1, total_population: 2113, gem_total: 104 }],
      }),
    );
  });

  it('200: returns zero counts and a null date for a set with no populations', async () => {
    const { body } = await get(`/v1/sets/${await setOf('6c')}`);
    expect(body.data).toMatchObject({
      total_population: 0,
      gem_rate: 0,
      graders_included: ['sgc'],
      last_population_change: null,
    });
  });
});

describe('GET /v1/sets/{set_id}/cards', () => {
  it('200: returns the same data for each card as simple search, and the totals of each grader', async () => {
    const { status, body } = await get(`/v1/sets/${GAME}/cards`);
    const search = await get('/v1/cards/search/simple?query=1999+pokemon+game+charizard');
    expect(status).toBe(200);
    const [{ by_grader, ...card }] = body.data;
    expect(JSON.stringify([card])).toBe(JSON.stringify(search.body.data.results));
    expect(Object.keys(by_grader)).toEqual(GAME_SET.graders_included);
    const totals = Object.values<{ total: number }>(by_grader).map(({ total }) => total);
    expect(totals.reduce((sum, total) => sum + total)).toBe(GAME_SET.total_population);
    expect(body.meta.pagination).toEqual({ page: 1, page_size: 100, total: 1, total_pages: 1 });
  });

  it('200: returns an empty page after the last one', async () => {
    const { status, body } = await get(`/v1/sets/${GAME}/cards?page=1000000&sort=population`);
    expect([status, body.data]).toEqual([200, []]);
    expect(body.meta.pagination).toMatchObject({ page: 1_000_000, total: 1, total_pages: 1 });
  });
});

/**
 * Returns the first digits of a set's id as a number. Tests need the number because sets with equal totals are ordered
 * by id.
 */
function idOf(sets: { set_name: string; set_id: string }[], name: string): number {
  const { set_id } = sets.find((set) => set.set_name === name) ?? { set_id: '' };
  return Number.parseInt(set_id.slice(0, 8), 16);
}
