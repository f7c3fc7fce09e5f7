import { get as httpGet } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { get as getFromApi, fixtureCard } from '@gcd/testing/api.js';
import { site } from './running-site.ts';
import { CARD_PAGE, startSite } from './site.ts';

const CARD = fixtureCard('1a');
const MAX_FIRST_VISIT = 60_000;

describe('GET /card/{id}', () => {
  it('200: shows identity, totals and last change', async () => {
    const { status, text } = await site.get(`/card/${CARD}`);
    expect(status).toBe(200);
    expect(text).toContain('Charizard, 1999 Base Set #4');
    expect(text).toContain('1999 POKEMON GAME #4 CHARIZARD-HOLO');
    expect(text).toContain('Graded copies 2,113');
    expect(text).toContain('PSA 10 40 2.3% Beckett 9.5 and up 23 15.0%');
    expect(text).toContain('Gem rate 4.9%');
    expect(text).toContain('Last change Mar 20, 2026');
  });

  it('200: shows the growth that the API computes, without copies of graders recorded later', async () => {
    for (const id of ['1a', '5a', '8b'].map(fixtureCard)) {
      const { growth } = (await getFromApi(`/v1/cards/${id}?include=growth`)).body.data;
      const { text } = await site.get(`/card/${id}`);
      const [, shown] = /Last 30 days ([+\d,-]+)/.exec(text) ?? [];
      expect([id, shown && Number(shown)]).toEqual([id, growth.month?.total]);
    }
  });

  it('200: shows growth since the first record as a chart, with every value in a table', async () => {
    const { html, text } = await site.get(`/card/${CARD}`);
    expect(html).toMatch(/<svg class="over-time growth" role="img" aria-label="Line chart/);
    expect(html.match(/<path class="line (psa|beckett|sgc|cgc)"/g)).toHaveLength(8);
    expect(text).toContain('Apr 1, 2026 1,706 153 57 197 2,113 4.9%');
    // Only PSA has counts on these dates, starting on Jan 10.
    expect(text).toMatch(/Feb 4, 2026 1,435 – – – 1,435 1\.4% Jan 21, 2026 1,435 – – – 1,435/);
    expect(text).not.toContain('Jan 7, 2026');
    expect(text).toContain('The data of each grader begins with its first record');
  });

  it('200: shows stacked areas with chart=stacked, and a single grader with grader=cgc', async () => {
    const stacked = await site.get(`/card/${CARD}?chart=stacked`);
    expect(stacked.html).toMatch(/aria-label="Area chart of copies over time/);
    expect(stacked.html.match(/<path class="area /g)).toHaveLength(4);
    const { html, text } = await site.get(`/card/${CARD}?grader=cgc`);
    expect(text).toContain('Grade CGC Or higher Share');
    expect(text).toContain('All grades 197 100.0%');
    expect(html).toMatch(/href="[^"]*#population" aria-current="true">CGC/);
    expect(html).not.toMatch(/<path class="line psa"/);
    expect(html).toContain(`<link rel="canonical" href="https://cards.example${CARD_PAGE}"`);
    const beckett = (await site.get(`/card/${CARD}?grader=beckett`)).text;
    expect(beckett).toMatch(/Share 10 Black Label .* 10 Pristine .* 9\.5 20 /);
    // With an unknown grader or chart, all graders are shown.
    expect((await site.get(`/card/${CARD}?grader=x&chart=x`)).text).toContain('2,113 4.9%');
  });

  it.each([
    `/card/${CARD}`,
    `/card/${fixtureCard('1d').toUpperCase()}`,
    CARD_PAGE.replace('charizard', 'another-name'),
  ])('301: redirects %s to the address with the names of the card', async (target) => {
    const response = await fetch(`${site.address}${target}?grader=cgc`, { redirect: 'manual' });
    const { status, headers } = response;
    expect([status, headers.get('location')]).toEqual([301, `${CARD_PAGE}?grader=cgc`]);
    expect(headers.get('cache-control')).toContain('max-age=10');
  });

  it('200: shows an unmatched card, and a card with no counts', async () => {
    const unmatched = await site.get(`/card/${fixtureCard('2a')}`);
    expect(unmatched.text).toContain('not matched with a record of another grader');
    const uncounted = await site.get(`/card/${fixtureCard('6c')}`);
    expect(uncounted.status).toBe(200);
    expect(uncounted.text).toContain('No copies of this card have been recorded yet');
    expect(uncounted.text).toContain('Babe Rüth <b>');
    expect(uncounted.html).not.toContain('Rüth <b>');
  });

  it.each(['ffffffffffffffffffffffffffffffffffffffff', '%3Cscript%3E'])(
    '404: shows a search form for the id %s',
    async (id) => {
      const { status, text, html, headers } = await site.get(`/card/${id}`);
      expect(status).toBe(404);
      expect(text).toContain('Card not found');
      expect(html).toContain('name="query"');
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it('sends identical pages from two instances of the site', async () => {
    const other = await startSite();
    try {
      const [one, two] = [await site.get(`/card/${CARD}`), await other.get(`/card/${CARD}`)];
      expect(two.html).toBe(one.html);
      expect(two.headers.get('etag')).toBe(one.headers.get('etag'));
    } finally {
      await other.stop();
    }
  });

  it('transfers at most 60 kB on the first visit', async () => {
    const files = [CARD_PAGE];
    const { html } = await site.get(CARD_PAGE);
    for (const [, file = ''] of html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g))
      files.push(file);
    // The page, its style sheet, script, font and icon.
    expect(files).toHaveLength(5);
    const sizes = await Promise.all(files.map((file) => bytesOf(site.address + file)));
    const bytes = sizes.reduce((one, other) => one + other);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(MAX_FIRST_VISIT);
  });
});

/** Returns the size of a response body in bytes, as transferred. */
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
