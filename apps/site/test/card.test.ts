import { get as httpGet } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { get as callApi, fixtureCard } from '@gcd/testing/api.js';
import { type Site, startSite } from './site.ts';

const CARD = fixtureCard('1a');
const MAX_FIRST_VISIT = 60_000;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

describe('GET /card/{id}', () => {
  it('200: identity, totals and last change', async () => {
    const { status, text } = await site.get(`/card/${CARD}`);
    expect(status).toBe(200);
    expect(text).toContain('Charizard-Holo #4');
    expect(text).toContain('1999 POKEMON GAME #4 CHARIZARD-HOLO');
    expect(text).toContain('Graded copies 2,113');
    expect(text).toContain('Gem rate 4.9%');
    expect(text).toContain('Last change Mar 20, 2026');
  });

  it('200: the share of autographed copies', async () => {
    const { body } = await callApi(`/v1/cards/${CARD}?auto_split=true`);
    const { auto_split, total } = body.data.population.population_data.by_grader.psa;
    expect(auto_split.auto.total).toBeGreaterThan(0);
    const share = ((auto_split.auto.total / total) * 100).toFixed(1);
    const { text } = await site.get(`/card/${CARD}`);
    expect(text).toContain(`Autographed (PSA) ${share}% ${auto_split.auto.total}`);
  });

  it('200: counts by grade and grader, as a table and as a chart', async () => {
    const { text, html } = await site.get(`/card/${CARD}`);
    expect(text).toContain('Grade PSA Beckett SGC CGC All');
    expect(text).toContain('Gem mint 40 20 5 30 95');
    expect(text).toContain('Mint+ – – 10 60 70');
    expect(text).toContain('With qualifier 15 – – – 15');
    expect(text).toContain('All grades 1,706 153 57 197 2,113');
    expect(html).toMatch(/<svg class="bars" role="img" aria-label="[^"]*2,113 copies/);
    expect(text).toContain('Gem mint: 95 copies, 4.5% PSA 40 Beckett 20 SGC 5 CGC 30');
  });

  it('200: three years as a chart, with every value in a table', async () => {
    const { html, text } = await site.get(`/card/${CARD}`);
    const { body } = await callApi(`/v1/cards/${CARD}/population/history`);
    const { points } = body.data.population.window;
    expect(html.match(/<rect class="day"/g)).toHaveLength(points);
    expect(html).toMatch(/<svg class="growth" role="img" aria-label="Area chart/);
    // Each day stands in the table, and as what shows when the chart is pointed at.
    expect(text.match(/\bApr 1, 2026\b/g)?.length).toBeGreaterThanOrEqual(2);
    expect(text).toContain('Apr 1, 2026 1,706 153 57 197 2,113 4.9%');
  });

  it("200: each grader's entry and id, and the API call behind each figure", async () => {
    const { html } = await site.get(`/card/${CARD}`);
    for (const name of ['1a', '1b', '1c', '1d']) {
      expect(html).toContain(`href="/card/${fixtureCard(name)}"`);
    }
    const calls = [...html.matchAll(/<a href="https:\/\/api\.cards\.example(\/v1[^"]*)"/g)];
    expect(calls.length).toBe(3);
    for (const [, target = ''] of calls) {
      expect((await callApi(target.replaceAll('&amp;', '&'))).status).toBe(200);
    }
  });

  it("200: by the id of one grader's entry; the page of all is named as the real one", async () => {
    const { status, html, text } = await site.get(`/card/${fixtureCard('1d')}`);
    expect(status).toBe(200);
    expect(text).toContain('All grades 1,706 153 57 197 2,113');
    expect(html).toContain(`<link rel="canonical" href="/card/${CARD}"`);
  });

  it('200: a card that is not matched, one that was never counted', async () => {
    const unmatched = await site.get(`/card/${fixtureCard('2a')}`);
    expect(unmatched.text).toContain('not matched with an entry of another grader');
    const uncounted = await site.get(`/card/${fixtureCard('6c')}`);
    expect(uncounted.status).toBe(200);
    expect(uncounted.text).toContain('No copy of this card has been counted yet');
    expect(uncounted.text).toContain('Babe Rüth <b>');
    expect(uncounted.html).not.toContain('Rüth <b>');
  });

  it.each(['ffffffffffffffffffffffffffffffffffffffff', 'xyz', '%3Cscript%3E'])(
    '404: %s is no card; a search is offered',
    async (id) => {
      const { status, text, html, headers } = await site.get(`/card/${id}`);
      expect(status).toBe(404);
      expect(text).toContain('There is no such card');
      expect(html).toContain('name="query"');
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it('304: to who has the page as it is', async () => {
    const { headers } = await site.get(`/card/${CARD}`);
    const etag = headers.get('etag') ?? '';
    const again = await site.get(`/card/${CARD}`, { 'if-none-match': etag });
    expect(again).toMatchObject({ status: 304, html: '' });
  });

  it('two replicas send the same page', async () => {
    const other = await startSite();
    try {
      const [one, two] = [await site.get(`/card/${CARD}`), await other.get(`/card/${CARD}`)];
      expect(two.html).toBe(one.html);
      expect(two.headers.get('etag')).toBe(one.headers.get('etag'));
    } finally {
      await other.stop();
    }
  });

  it('a first visit takes no more than 60 kB', async () => {
    const files = [`/card/${CARD}`];
    const { html } = await site.get(`/card/${CARD}`);
    for (const [, file = ''] of html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g))
      files.push(file);
    // Style, script, font, icon.
    expect(files).toHaveLength(5);
    const sizes = await Promise.all(files.map((file) => bytesOf(site.address + file)));
    const bytes = sizes.reduce((one, other) => one + other);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(MAX_FIRST_VISIT);
  });
});

/** Bytes of an answer as they come over the wire, but for its headers. */
function bytesOf(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    httpGet(address, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(response.statusCode === 200 ? bytes : 0));
    }).on('error', reject);
  });
}
