import { fixtureCard, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { keyOf } from '@gcd/testing/key.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { failing, hanging, type OddApi, openOddApi } from './odd-api.ts';
import { CARD_PAGE, type Site, type SitePage, startSite } from './site.ts';

const CARD = fixtureCard('1a');

/** Expects an error page that gives a reason, has a search box, reveals no internals, and must not be cached. */
function expectFailure({ status, text, html, headers }: SitePage, expected: number, title: string) {
  expect([status, text]).toEqual([expected, expect.stringContaining(title)]);
  expect(html).toContain('name="query"');
  expect(html).not.toMatch(/GradedCardDataError|127\.0\.0\.1|<b>why/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
}

describe('the site when the API fails', () => {
  let api: OddApi;
  let site: Site;
  beforeAll(async () => {
    api = await openOddApi();
    site = await startSite({ apiUrl: api.url });
  });
  afterEach(() => api.odd.clear());
  afterAll(async () => {
    await site.stop();
    api.close();
  });

  it.each([
    [429, 'rate_limited', '1', 503, 'Too many visitors at once'],
    [503, 'internal_error', '5', 503, 'The data is temporarily unavailable'],
    [504, 'timeout_error', '120', 504, 'The data took too long to load'],
    [401, 'invalid_api_key', undefined, 502, 'This site has no access to the data'],
    [418, 'a_new_code', undefined, 503, 'The data is temporarily unavailable'],
  ])(
    'shows an error page if the API returns %s %s for the card',
    async (status, code, retryAfter, shown, title) => {
      api.odd.set(CARD, failing(status, code, retryAfter));
      const page = await site.get(CARD_PAGE);
      expectFailure(page, shown, title);
      expect(page.text).toContain('Reference req_1');
      if (retryAfter) expect(page.headers.has('retry-after')).toBe(true);
    },
  );

  it.each([
    ['503 as_of_unavailable', failing(503, 'as_of_unavailable', '5')],
    ['a response that is not from the API', failing(502, '')],
  ])(
    'shows the card page without its history if the API returns %s for the history',
    async (_name, replacement) => {
      api.odd.set('/history', replacement);
      const { status, text, headers } = await site.get(CARD_PAGE);
      expect(status).toBe(200);
      expect(text).toContain('Gem mint 10, Beckett 9.5 40 20 5 30 95');
      expect(text).toContain('The history cannot be shown.');
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it.each([
    ['movers', '/movers', 'Largest sets', 'Most graded in the last 7 days'],
    ['sets', '/sets', 'Most graded in the last 7 days', 'Largest sets'],
    ['totals', '/activity', 'Largest sets', 'Copies graded per week'],
  ])('shows the rest of the home page without %s', async (_what, path, there, missing) => {
    api.odd.set(path, failing(503, 'internal_error', '5'));
    const { status, text, headers } = await site.get('/');
    expect(status).toBe(200);
    expect(text).toContain(there);
    expect(text).not.toContain(missing);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('suggests nothing after a failed request, and does not allow caches to store that', async () => {
    const suggest = () => site.get('/suggest?query=charizard');
    api.odd.set('/suggest', failing(503, 'internal_error', '5'));
    const failed = await suggest();
    expect([failed.status, failed.html]).toEqual([200, '[]']);
    expect(failed.headers.get('cache-control')).toBe('no-store');
    api.odd.clear();
    await eventually(async () => {
      const { html, headers } = await suggest();
      expect(html).toContain('Charizard');
      expect(headers.get('cache-control')).toBe('public, max-age=60');
    });
  });

  it('logs failures, but never the key', async () => {
    api.odd.set(CARD, failing(503, 'internal_error', '5'));
    await site.get(CARD_PAGE);
    await eventually(async () => {
      expect(site.log()).toContain('"requestId":"req_1"');
    });
    expect(site.log()).not.toContain(testEnvironment('TEST_API_KEY'));
  });

  it('revalidates cached responses by ETag, and does not receive unchanged data again', async () => {
    const target = `/card/${fixtureCard('5a')}`;
    const first = await site.get(target);
    const [, page = ''] =
      /rel="canonical" href="https:\/\/cards\.example([^"]+)/.exec(first.html) ?? [];
    api.passed.length = 0;
    const second = await site.get(page);
    expect(second.html).toBe(first.html);
    expect(api.passed.map(({ status }) => status)).toEqual([304, 304, 304]);
  });

  it('shows error pages while the API is unavailable, and recovers afterwards', async () => {
    api.close();
    const pages = ['/', CARD_PAGE, '/cert/psa/10000001'].map((target) => site.get(target));
    const [home, ...failed] = await Promise.all(pages);
    // The home page works without API data.
    expect(home?.status).toBe(200);
    for (const page of failed) expectFailure(page, 502, 'The data is unavailable');
    api = await openOddApi(Number(new URL(api.url).port));
    expect((await site.get(CARD_PAGE)).status).toBe(200);
  });
});

describe('the site when the API stalls', () => {
  let api: OddApi;
  let site: Site;
  beforeAll(async () => {
    api = await openOddApi();
    site = await startSite({ apiUrl: api.url, env: { API_TIMEOUT_MS: '1500' } });
    // Load the page once to fill the caches for data that every page uses: the rate limit of the key and the grades.
    await eventually(async () => expect((await site.get(CARD_PAGE)).status).toBe(200));
  });
  afterEach(() => api.odd.clear());
  afterAll(async () => {
    await site.stop();
    api.close();
  });

  it('shows an error page after the timeout', async () => {
    api.odd.set(CARD, hanging);
    expectFailure(await site.get(CARD_PAGE), 504, 'The data took too long to load');
  });

  it('omits only the history if only the history stalls', async () => {
    api.odd.set('/history', hanging);
    await eventually(async () => {
      const { status, text } = await site.get(CARD_PAGE);
      expect(status).toBe(200);
      expect(text).toContain(
        'The history cannot be shown. The API behind this site did not respond in time',
      );
    });
  });
});

it('the site serves complete, cacheable pages with a key without access to histories and images', async () => {
  const api = await openOddApi();
  const site = await startSite({ apiUrl: api.url, key: await keyOf() });
  try {
    const card = await site.get(CARD_PAGE);
    expect(card.status).toBe(200);
    expect(card.text).toContain('This site does not show histories.');
    expect(card.headers.get('cache-control')).toContain('public');
    for (const number of ['10000001', '10000002', '10000004']) {
      const cert = await site.get(`/cert/psa/${number}`);
      expect(cert.status).toBe(200);
      expect(cert.text).not.toContain('Images');
    }
    // The site stops requesting images after the first response.
    expect(api.passed.filter(({ target }) => target.endsWith('/images'))).toHaveLength(1);
  } finally {
    await site.stop();
    api.close();
  }
});
