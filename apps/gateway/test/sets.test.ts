import { describe, expect, it } from '@jest/globals';
import { get } from '@gcd/testing/api.js';

const GAME = '375017c0baf54ba373cfaf35182151c1cc73f3a3';

describe('GET /v1/sets', () => {
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
    const { body } = await get(`/v1/sets${query}`);
    expect(body.data.map(({ set_name }: { set_name: string }) => set_name)).toEqual(expected);
  });
});

describe('GET /v1/sets/{set_id}/cards', () => {
  it('200: returns the same data for each card as simple search, and the totals of each grader', async () => {
    const { status, body } = await get(`/v1/sets/${GAME}/cards`);
    const search = await get('/v1/cards/search/simple?query=1999+pokemon+game+charizard');
    expect(status).toBe(200);
    const [{ by_grader, ...card }] = body.data;
    expect(JSON.stringify([card])).toBe(JSON.stringify(search.body.data.results));
    expect(Object.keys(by_grader)).toEqual(card.graders_included);
    expect(body.meta.pagination).toEqual({ page: 1, page_size: 100, total: 1, total_pages: 1 });
  });

  it('200: returns an empty page after the last one', async () => {
    const { status, body } = await get(`/v1/sets/${GAME}/cards?page=1000000&sort=population`);
    expect([status, body.data]).toEqual([200, []]);
    expect(body.meta.pagination).toMatchObject({ page: 1_000_000, total: 1, total_pages: 1 });
  });
});
