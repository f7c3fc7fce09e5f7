import { describe, expect, it } from '@jest/globals';
import { fixtureCard, get } from '@gcd/testing/api.js';
import { openOddApi } from './odd-api.ts';
import { site } from './running-site.ts';
import { startSite } from './site.ts';

const CARD = fixtureCard('1a');

describe('GET /week/{day} and GET /month/{month}', () => {
  it('200: shows what was graded in a week, with its leaders and the weeks beside it', async () => {
    const { text, html } = await site.get('/week/2026-03-29');
    expect(text).toContain('Graded from Mar 23, 2026 to Mar 29, 2026');
    expect(html).toContain('href="/week/2026-03-22"');
    expect(html).toContain('href="/month/2026-03"');
  });

  it('200: says that a month is not over', async () => {
    const { text } = await site.get('/month/2026-04');
    expect(text).toContain('The month is not over. The data ends on Apr 1, 2026.');
  });

  it('301: leads from a day to the week that contains it', async () => {
    const { status, headers } = await fetch(`${site.address}/week/2026-03-25`, {
      redirect: 'manual',
    });
    expect([status, headers.get('location')]).toEqual([301, '/week/2026-03-29']);
  });

  it.each(['/week/2019-01-06', '/week/x', '/month/2026-13'])('404: %s', async (target) => {
    expect((await site.get(target)).status).toBe(404);
  });

  it('lists whole weeks and months in the sitemap', async () => {
    const { html } = await site.get('/sitemaps/sets-1.xml');
    expect(html).toContain('/week/2026-03-29</loc>');
    expect(html).toContain('/month/2026-03</loc>');
    expect(html).not.toContain('/week/2026-04-05');
  });
});

describe('GET …/feed.xml', () => {
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

  it.each(['/card/none', '/sets/none', '/name/zzzz'])('404: %s has no feed', async (path) => {
    expect((await site.get(`${path}/feed.xml`)).status).toBe(404);
  });
});

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

  it('200: also searches each year if the search had more results than it returned', async () => {
    const api = await openOddApi();
    const { body } = await get('/v1/cards/search/simple?query=charizard');
    const cards: { parsed_description: { year: string } }[] = body.data.results;
    api.odd.set('/search/simple', (response) => {
      const year = new URL(response.req.url ?? '', api.url).searchParams.get('year');
      const results = cards.filter(({ parsed_description: { year: own } }) =>
        year === null ? own !== '2003' : own === year,
      );
      const total = year === null ? cards.length : results.length;
      response.end(JSON.stringify({ data: { ...body.data, results, total } }));
    });
    const own = await startSite({ apiUrl: api.url });
    const { text } = await own.get('/name/charizard');
    expect(text).toContain(`Cards ${cards.length} Graded copies`);
    expect(text).toContain('Charizard, 2003 Skyridge');
    expect(text).not.toContain('may be missing');
    await own.stop();
    api.close();
  });

  // The search also finds the words of sets: `fleer` is not a name.
  it.each(['zzzz', 'fleer'])('404: no card has the name %s', async (slug) => {
    expect((await site.get(`/name/${slug}`)).status).toBe(404);
  });
});

describe('GET /watch/cards', () => {
  it('200: returns the counts of the API, and omits unknown cards', async () => {
    // A list may have the id of a grader card, which was matched after it was added.
    const [id, graderCard] = [fixtureCard('1a'), fixtureCard('1d')];
    const { total, gem_total, by_grader } = (await get(`/v1/cards/${id}`)).body.data.population
      .population_data;
    const { html } = await site.get(`/watch/cards?ids=${id},${graderCard},${'0'.repeat(40)}`);
    const card = {
      name: 'Charizard, 1999 Base Set #4',
      url: expect.stringMatching(`^/card/pokemon/1999-base-set/.*${id}$`),
      counts: {
        total,
        gem: gem_total,
        psa: by_grader.psa.total,
        beckett: by_grader.beckett.total,
        sgc: by_grader.sgc.total,
        cgc: by_grader.cgc.total,
      },
    };
    expect(JSON.parse(html)).toEqual([
      { id, ...card },
      { id: graderCard, ...card },
    ]);
  });

  it.each(['', '?ids=', `?ids=${Array.from({ length: 101 }, (_, at) => at)}`])(
    '400: the list of ids is empty or too long: %.20s',
    async (query) => {
      expect((await site.get(`/watch/cards${query}`)).status).toBe(400);
    },
  );
});
