import { get as httpGet } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { get as getFromApi, fixtureCard, testEnvironment } from '@gcd/testing/api.js';
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

  it('200: shows the share of autographed copies if there are any', async () => {
    const { body } = await getFromApi(`/v1/cards/${CARD}?auto_split=true`);
    const { auto_split, total } = body.data.population.population_data.by_grader.psa;
    expect(auto_split.auto.total).toBeGreaterThan(0);
    const share = ((auto_split.auto.total / total) * 100).toFixed(1);
    const { text } = await site.get(`/card/${CARD}`);
    expect(text).toContain(`Autographed (PSA) ${share}% ${auto_split.auto.total}`);
    expect((await site.get(`/card/${fixtureCard('5a')}`)).text).not.toContain('Autographed');
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

  it('200: compares graders by percent with unit=percent, and shows the latest days with range=1m', async () => {
    const { text, html } = await site.get(`/card/${CARD}?unit=percent&range=1m`);
    expect(text).toContain('Gem mint 2.3% 13.1% 8.8% 15.2% 4.5%');
    expect(text).toContain('Apr 1, 2026 1,706 153 57 197 2,113 4.9%');
    expect(text).not.toContain('Feb 4, 2026');
    expect(html).toMatch(/href="[^"]*\?unit=percent&amp;range=6m#history"/);
    expect((await site.get(`/card/${CARD}?range=toString`)).text).toContain('Feb 4, 2026');
  });

  it('200: shows the growth of gem copies with metric=gems', async () => {
    const { text, html } = await site.get(`/card/${CARD}?grader=psa&metric=gems`);
    expect(html).toMatch(
      /aria-label="Line chart of gem copies over time: 20 on Jan 21, 2026, 40 on/,
    );
    expect(text).toMatch(/Apr 1, 2026 40 40 2\.3% .* Jan 21, 2026 20 20 1\.4%/);
    expect(html).toMatch(/aria-label="Bar chart of gem copies added in each four weeks/);
    expect(html).toMatch(/href="[^"]*metric=gems#history" aria-current="true">PSA 10</);
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

  it('200: links to the set and cards with the same name, and has buttons to share the card', async () => {
    const { html, text } = await site.get(`/card/${CARD}`);
    expect(html).toContain('href="/name/charizard"');
    expect(html).toContain('href="/sets?category=Pokemon&amp;year=1999"');
    expect(text).toContain(`<iframe src="https://cards.example/card/${CARD}/embed"`);
    expect(text).toContain(`<img src="https://cards.example/card/${CARD}/badge.svg"`);
  });

  it('200: has metadata for search engines and link previews', async () => {
    const { html } = await site.get(`/card/${CARD}`);
    expect(html).toMatch(
      /<meta name="description" content="Charizard, 1999 Base Set #4: 2,113 graded/,
    );
    expect(html).toContain(`<meta property="og:url" content="https://cards.example${CARD_PAGE}"`);
    expect(html).toContain(`content="https://cards.example/card/${CARD}/image.png"`);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    const [trail, product] = JSON.parse(json)['@graph'];
    const path = trail.itemListElement.map(({ name }: { name: string }) => name).join();
    expect(path).toBe('Sets,Pokemon,1999,1999 Base Set,Charizard, 1999 Base Set #4');
    expect(product).toMatchObject({ '@type': 'Product', productID: CARD });
  });

  it("200: shows each grader's card id, and the API request for each section", async () => {
    const { html } = await site.get(`/card/${CARD}`);
    for (const name of ['1a', '1b', '1c', '1d']) {
      expect(html).toContain(`href="/card/${fixtureCard(name)}"`);
    }
    const requests = [...html.matchAll(/<code>GET (\/v1[^<]*)<\/code>/g)];
    expect(requests.length).toBe(3);
    for (const [, target = ''] of requests) {
      expect((await getFromApi(target.replaceAll('&amp;', '&'))).status).toBe(200);
    }
    for (const operation of ['getCard', 'getCardHistory', 'getCardPopulation']) {
      expect(html).toContain(`href="https://api.cards.example/docs/reference/${operation}"`);
      const reference = `${testEnvironment('TEST_API_URL')}/docs/reference/${operation}`;
      expect((await fetch(reference)).status).toBe(200);
    }
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
