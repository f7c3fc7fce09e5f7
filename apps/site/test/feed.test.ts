import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fixtureCard, get } from '@gcd/testing/api.js';
import { type Site, startSite } from './site.ts';

const CARD = fixtureCard('1a');
const SET = '375017c0baf54ba373cfaf35182151c1cc73f3a3';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const valuesOf = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) => text);

it("200: a card's feed has an entry for each date on which a grader's counts changed last", async () => {
  const { status, headers, html } = await site.get(`/card/${CARD}/feed.xml`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  expect(headers.get('cache-control')).toContain('public');
  const { by_grader } = (await get(`/v1/cards/${CARD}`)).body.data.population.population_data;
  const dates = Object.values<{ last_population_change: string }>(by_grader)
    .map(({ last_population_change: date }) => date)
    .sort()
    .reverse();
  const [updated, ...entries] = valuesOf(html, 'updated');
  expect(entries).toEqual(dates.map((date) => `${date}T00:00:00Z`));
  expect(updated).toBe(entries[0]);
  expect(valuesOf(html, 'id')).toEqual([
    `https://cards.example/card/${CARD}/feed.xml`,
    ...dates.map((date) => `https://cards.example/card/${CARD}#${date}`),
  ]);
  const { total, gem_total } = by_grader.cgc;
  expect(valuesOf(html, 'summary')[0]).toBe(`CGC: ${total} copies, ${gem_total} gem.`);
  expect(html).toContain('<author><name>Graded cards</name></author>');
});

it.each([
  [`/sets/${SET}`, '1999 Base Set'],
  ['/name/charizard', 'Charizard cards'],
  [`/card/${fixtureCard('6c')}`, 'Babe Rüth &lt;b>'],
])('200: the feed of %s is linked from its page', async (path, title) => {
  const { status, html } = await site.get(`${path}/feed.xml`);
  expect(status).toBe(200);
  expect(html).toContain(`<title>Changes of ${title}`);
  const [, page = ''] = /rel="alternate"[^>]*href="https:..cards.example([^"]*)"/.exec(html) ?? [];
  const { html: linking } = await site.get(page);
  expect(linking).toContain(`type="application/atom+xml"`);
  expect(linking).toContain(`href="${path}/feed.xml"`);
});

it.each(['/card/none', '/sets/none', '/name/zzzz'])('404: %s has no feed', async (path) => {
  expect((await site.get(`${path}/feed.xml`)).status).toBe(404);
});
