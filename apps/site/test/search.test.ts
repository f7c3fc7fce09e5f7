import { describe, expect, it } from '@jest/globals';
import { site } from './running-site.ts';
import { CARD_PAGE } from './site.ts';

describe('GET /', () => {
  it("200: shows this week's movers, the largest sets, and the latest date", async () => {
    const { text, html, headers } = await site.get('/');
    expect(text).toContain('Data up to Apr 1, 2026');
    expect(text).not.toContain('generated');
    expect(text).toMatch(
      /Most graded in the last 7 days .*Wayne Gretzky, 1979 O-Pee-Chee #18 Beckett only \+5 15 6\.7%/,
    );
    expect(text).toMatch(
      /Most copies added Wayne Gretzky, 1979 O-Pee-Chee #18 Last 7 days \+5 Graded copies 15 Gem rate 6\.7%/,
    );
    expect(text).toMatch(/Largest sets .*1999 Base Set 2,113 4\.9%/);
    expect(html).toContain('name="query"');
    expect(html).toContain('name="cert"');
    expect(headers.get('cache-control')).toContain('public');
  });

  it('200: lists the cards found, with links to their pages', async () => {
    const { status, text, html } = await site.get('/?query=1999+charizard');
    expect(status).toBe(200);
    expect(text).toContain('1 card for “1999 charizard”');
    expect(text).toContain(
      'Charizard, 1999 Base Set #4 1999 POKEMON GAME #4 CHARIZARD-HOLO PSA, Beckett, SGC, CGC 2,113 graded 4.9% gem',
    );
    expect(html).toContain(`href="${CARD_PAGE}"`);
    expect(html).toContain('value="1999 charizard"');
  });

  it('200: filters results, and highlights the words searched for', async () => {
    const { text, html } = await site.get(
      '/?query=charizard&category=pokemon&year=2003&grader=bgs',
    );
    expect(text).toContain('1 card for “charizard”');
    expect(html).toMatch(
      /<a href="\/card\/pokemon\/2003-skyridge\/h6-charizard-(3b){20}"><mark>Charizard<\/mark>, 2003 Skyridge #H6<\/a>/,
    );
    expect(html).toContain('<a href="/?query=charizard">Remove filters</a>');
    expect(html).toContain('name="year" value="2003"');
    expect(text).toContain(
      'GET /v1/cards/search/simple?query=charizard&category=pokemon&year=2003',
    );
  });

  it.each([
    ['10000001', '/cert/psa/10000001'],
    ['1000003', '/cert/beckett/0001000003'],
    ['BGS+0001000001', '/cert/beckett/0001000001'],
  ])('303: redirects the cert number %s to %s', async (query, location) => {
    const { status, headers } = await site.get(`/?query=${query}`);
    expect([status, headers.get('location')]).toEqual([303, location]);
  });

  it('200: explains that nothing was found, keeps the number, and suggests other queries', async () => {
    const nothing = await site.get('/?query=qqqqqq+zzzz');
    expect(nothing.text).toContain('Nothing found for “qqqqqq zzzz”');
    expect(nothing.html).toContain('<a href="/?query=qqqqqq">qqqqqq</a>');
    const filtered = await site.get('/?query=charizard&year=1901');
    expect(filtered.html).toContain('without filters: <a href="/?query=charizard">');
    const number = await site.get('/?query=98765432');
    expect(number.text).toContain('for “98765432”');
    expect(number.html).toMatch(/<input name="cert" [^>]*value="98765432"/);
    const script = await site.get(`/?query=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(script.html).not.toContain('<script>');
  });

  it('200: shows the corrected query for a typo, and the words that the first card does not have', async () => {
    const { text } = await site.get('/?query=1999+charzard+rookie+psa+10');
    expect(text).toContain('Searched for “1999 charizard” instead.');
    expect(text).toContain('Not on the label of the first card: “rookie”.');
    const known = await site.get('/?query=1999+charizard+psa+10');
    expect(known.text).not.toContain('Not on the label');
  });

  it.each([
    ['page=x', '“page” must be a whole number from 1 to 10.'],
    ['year=x', '“year” must be a year such as “1999” or a season such as “2018-19”.'],
    [`query=${'x'.repeat(201)}`, '“query” must have 1 to 200 characters.'],
  ])('400: says what is wrong with %s, and keeps the search box', async (parameter, expected) => {
    const query = parameter.startsWith('query') ? '' : 'query=charizard&';
    const { status, text, html } = await site.get(`/?${query}${parameter}`);
    expect(status).toBe(400);
    expect(text).toContain(`Invalid request ${expected}`);
    expect(html).toContain('name="query"');
  });

  it('returns 405 for the method POST, even if the page is cached', async () => {
    expect((await site.get('/keys')).status).toBe(200);
    for (const target of ['/keys', '/nowhere', '/assets/site.css']) {
      const { status, headers } = await fetch(site.address + target, { method: 'POST' });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  it('returns 404 for an unknown path and 400 for a malformed one', async () => {
    const unknown = await site.get('/nowhere');
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain('Page not found');
    const bad = await site.get('/card/%');
    expect(bad.status).toBe(400);
    expect(bad.html).toContain('name="query"');
    expect(bad.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('GET /suggest', () => {
  const suggestions = async (query: string) => {
    const { status, html, headers } = await site.get(`/suggest?query=${query}`);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('json')]);
    return JSON.parse(html) as { text: string; kind: string; url: string }[];
  };

  it('200: returns completions with links to their pages', async () => {
    const found = await suggestions('skyrid');
    expect(found.length).toBeGreaterThan(0);
    for (const { kind, url } of found) {
      const start = { card: '/card/', set: '/sets/', query: '/?query=' }[kind];
      expect(url.startsWith(start ?? 'none')).toBe(true);
      expect((await site.get(url)).status).toBe(200);
    }
  });

  it('200: returns an empty list if the text is empty or the API rejects it', async () => {
    expect(await suggestions('')).toEqual([]);
    expect(await suggestions('%00')).toEqual([]);
  });
});

describe('every response from the site', () => {
  it.each([
    '/',
    '/?query=charizard',
    '/nowhere',
    '/cert?cert=',
    '/assets/site.css',
    '/assets/no.css',
  ])('allows a browser to run and load only files from this site: %s', async (target) => {
    const { headers } = await site.get(target);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });
});

it('an asset is immutable at the URL with its content hash, and not cacheable at a URL with another hash', async () => {
  const { html } = await site.get('/');
  const [, own = ''] = /href="(\/assets\/site\.css\?v=[^"]+)"/.exec(html) ?? [];
  const asNamed = await site.get(own);
  expect(asNamed.status).toBe(200);
  expect(asNamed.headers.get('cache-control')).toContain('immutable');
  const ofAnother = await site.get('/assets/site.css?v=another');
  expect(ofAnother.headers.get('cache-control')).toBe('no-store');
});
