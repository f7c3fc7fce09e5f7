import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { get } from '@gcd/testing/api.js';
import { openOddApi } from './odd-api.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const ROW = /<a href="\/card\/[^"]*">([^<]*)<\/a>/g;
const names = (html: string) => [...html.matchAll(ROW)].map(([, name]) => name);

describe('GET /name/{slug}', () => {
  it.each([
    ['', ['Charizard, 1999', 'Charizard, 2003', 'Charizard Ex']],
    ['?sort=year', ['Charizard, 1999', 'Charizard, 2003', 'Charizard Ex']],
    ['?year=2003', ['Charizard, 2003']],
  ])('200: lists the cards of a name in the chosen order: %s', async (query, expected) => {
    const { status, html } = await site.get(`/name/charizard${query}`);
    expect([status, names(html).length]).toEqual([200, expected.length]);
    for (const [at, name] of expected.entries()) expect(names(html)[at]).toContain(name);
    expect(html).toContain('rel="canonical" href="https://cards.example/name/charizard"');
  });

  it('200: shows the totals of the API', async () => {
    const { body } = await get('/v1/cards/search/simple?query=charizard');
    const cards: { total_population: number; gem_total: number }[] = body.data.results;
    const { text } = await site.get('/name/Charizard');
    const sum = (key: 'total_population' | 'gem_total') =>
      cards.reduce((total, card) => total + card[key], 0).toLocaleString('en-US');
    expect(text).toContain(
      `Cards ${cards.length} Graded copies ${sum('total_population')} Gem copies ${sum('gem_total')}`,
    );
    for (const { total_population, gem_total } of cards) {
      expect(text).toContain(
        `${total_population.toLocaleString('en-US')} ${gem_total.toLocaleString('en-US')} `,
      );
    }
  });

  it('200: shows no totals if the search had more results than it returned', async () => {
    const api = await openOddApi();
    const { body } = await get('/v1/cards/search/simple?query=charizard');
    const data = { ...body.data, total: 1000 };
    api.odd.set('/search/simple', (response) => void response.end(JSON.stringify({ data })));
    const own = await startSite({ apiUrl: api.url });
    const { text, html } = await own.get('/name/charizard');
    expect(text).toContain('cards may be missing');
    expect(text).not.toContain('Graded copies');
    expect(html).toContain('href="/name/charizard?year=2001"');
    await own.stop();
    api.close();
  });

  // The search also finds the words of sets: `fleer` is not a name.
  it.each(['zzzz', 'fleer'])('404: no card has the name %s', async (slug) => {
    expect((await site.get(`/name/${slug}`)).status).toBe(404);
  });

  it('is linked from each of its cards, and from a search for the name', async () => {
    const { html } = await site.get('/name/charizard');
    const [, card = ''] = /href="(\/card\/[^"]*)"/.exec(html) ?? [];
    for (const page of [card, '/?query=charizard']) {
      expect((await site.get(page)).html).toContain('href="/name/charizard"');
    }
    expect((await site.get('/?query=charizard+1999')).html).not.toContain('href="/name/');
  });
});
