import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { site } from './running-site.ts';
import { CARD_PAGE } from './site.ts';

const GAME_ID = '375017c0baf54ba373cfaf35182151c1cc73f3a3';
const GAME = `pokemon/1999-base-set-${GAME_ID}`;

describe('GET /sets', () => {
  it('200: lists sets with their totals and links to their pages', async () => {
    const { status, text, html } = await site.get('/sets');
    expect(status).toBe(200);
    expect(text).toContain('1999 Base Set Pokemon 1 2,113 4.9% 1986 Fleer Basketball 1 50');
    expect(html).toContain(`href="/sets/${GAME}"`);
    expect(html).toContain('href="/sets?category=Pokemon"');
  });

  it.each([
    ['', /1999 Base Set .* 1986 Fleer/],
    ['?sort=name', /1999 Base Set .* 1986 Fleer .* 2003 Skyridge/],
    ['?sort=year', /1986 Fleer .* 1999 Base Set .* 2003 Skyridge/],
    ['?sort=x', /1999 Base Set .* 1986 Fleer/],
  ])('200: sorts a list that fits on one page: %s', async (query, order) => {
    const { text, html } = await site.get(`/sets${query}`);
    expect(text).toMatch(order);
    expect(html).toContain('href="/sets?sort=year"');
    expect(html).toContain('<link rel="canonical" href="https://cards.example/sets"');
  });

  it.each([
    ['/sets', 'sets'],
    [`/sets/${GAME}`, 'cards'],
  ])(
    '200: links from the empty page %s?page=3 to the first and the last page',
    async (list, what) => {
      const { text, html } = await site.get(`${list}?page=3`);
      expect(text).toContain(`There are no ${what} on this page.`);
      expect(html).toContain(`<a href="${list}">First page</a>`);
      expect(html).toContain(`<a rel="prev" href="${list}">`);
      expect(html).toContain('<meta name="robots" content="noindex"/>');
    },
  );

  it.each(['/sets?page=0', `/sets?query=${'x'.repeat(201)}`, `/sets/${GAME}?sort=x`])(
    'returns 400 for %s',
    async (target) => {
      expect((await site.get(target)).status).toBe(400);
    },
  );
});

describe('GET /sets/{set_id}', () => {
  it('200: shows the totals of the set, and its cards with counts', async () => {
    const { status, text, html } = await site.get(`/sets/${GAME}`);
    expect(status).toBe(200);
    expect(text).toContain('Cards 1 Graded copies 2,113 Gem copies 104 Gem rate 4.9%');
    expect(text).toContain('Charizard, 1999 Base Set #4 2,113 104 4.9% 40 / 1,706 23 / 153');
    expect(text).toContain('1 of 1 cards have graded copies (100.0%)');
    expect(html).toContain('href="/sets?category=Pokemon&amp;year=1999"');
    expect(html).toContain('"@type":"BreadcrumbList"');
    expect(html).toContain(`href="${CARD_PAGE}"`);
    expect(html).toContain(`<link rel="canonical" href="https://cards.example/sets/${GAME}"`);
  });

  it('200: has a CSV of the cards, named after the set and the date of its data', async () => {
    const { html, headers } = await site.get(`/sets/${GAME_ID}/cards.csv?sort=psa`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toContain('"1999-base-set-2026-03-20-cards.csv"');
    expect(html).toMatch(/^name,number,parallel,graded,gem,gem_rate,psa,psa_gem,beckett,/);
    expect(html).toContain('"Charizard, 1999 Base Set #4",4,,2113,104,0.049');
    expect(html).toContain(`,https://cards.example${CARD_PAGE}\r\n`);
    expect((await site.get(`/sets/${GAME_ID}/cards.csv?sort=x`)).status).toBe(400);
  });

  it.each([GAME_ID, `x/${GAME_ID.toUpperCase()}`])(
    '301: redirects /sets/%s to the address with the name of the set',
    async (target) => {
      const response = await fetch(`${site.address}/sets/${target}?page=2`, { redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([
        301,
        `/sets/${GAME}?page=2`,
      ]);
    },
  );

  it.each(['00'.repeat(20), '%3Cb%3E'])('returns 404 for the id %s', async (id) => {
    const { status, text } = await site.get(`/sets/${id}`);
    expect([status, text]).toEqual([404, expect.stringContaining('Set not found')]);
  });
});

describe('GET /movers', () => {
  it('200: lists the cards whose population grew, and the start and end of the period', async () => {
    const { status, text, html } = await site.get('/movers');
    expect(status).toBe(200);
    expect(text).toContain('after Mar 25, 2026, up to Apr 1, 2026');
    expect(text).toContain('Wayne Gretzky, 1979 O-Pee-Chee #18 Beckett only +5 15 6.7%');
    expect(html).toContain(`${fixtureCard('8b')}"`);
    expect((await site.get('/movers?category=pokemon')).text).toContain('No copies were added');
  });

  it('400: says what is wrong with a parameter', async () => {
    const { status, text } = await site.get('/movers?window=year');
    expect(status).toBe(400);
    expect(text).toContain('“window” must be one of: week, month.');
  });
});
