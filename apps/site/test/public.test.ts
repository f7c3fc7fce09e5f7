import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { type Site, startSite } from './site.ts';

const PLANS = [
  { name: 'Free <b>', price: '$0', requests: '1,000 a day', rate: '5 a second' },
  {
    name: 'Pro',
    price: '$20 a month',
    requests: '100,000 a day',
    rate: '50 a second',
    includes: 'history',
  },
];

let site: Site;
beforeAll(async () => {
  site = await startSite({
    env: {
      SAMPLE_DATA: 'true',
      KEY_CONTACT_URL: 'mailto:keys@cards.example',
      TERMS_URL: 'https://cards.example/terms',
      SOLD_LISTINGS_URL: '',
      PLANS: JSON.stringify(PLANS),
      IMAGE_ORIGINS: 'https://images.example.com, https://other.example.com/path',
    },
  });
});
afterAll(() => site.stop());

describe('GET /keys', () => {
  it('200: shows plans, contact, terms, and how to run the software', async () => {
    const { status, text, html } = await site.get('/keys');
    expect(status).toBe(200);
    expect(text).toContain('Free <b> $0 1,000 a day 5 a second');
    expect(text).toContain('Pro $20 a month 100,000 a day 50 a second history');
    expect(html).toContain('<a href="mailto:keys@cards.example">keys@cards.example</a>');
    expect(html).toContain('href="https://cards.example/terms"');
    expect(html).toContain('href="https://api.cards.example/docs"');
    expect(text).toContain('npm install && npm start');
  });

  it('200: says that no plans or contact are published if none are configured', async () => {
    const bare = await startSite();
    const { status, text } = await bare.get('/keys');
    await bare.stop();
    expect(status).toBe(200);
    expect(text).toContain('has not published any plans');
    expect(text).toContain('has not published a contact');
    expect(text).not.toContain('Sample data');
  });
});

describe('images from a configured origin', () => {
  it('are shown on cert pages, and the security policy permits them there alone', async () => {
    const { html, headers } = await site.get('/cert/psa/10000001');
    expect(html).not.toContain('ebay');
    for (const side of ['Front', 'Back']) {
      expect(html).toContain(
        `<img src="https://images.example.com/10000001-${side.toLowerCase()}.jpg" alt="${side} of PSA 10000001" width="300" height="500" loading="lazy" decoding="async" referrerpolicy="no-referrer"/>`,
      );
    }
    expect(headers.get('content-security-policy')).toContain(
      "img-src 'self' https://images.example.com https://other.example.com;",
    );
    const home = await site.get('/');
    expect(home.headers.get('content-security-policy')).toContain("img-src 'self';");
  });
});

describe('GET /robots.txt', () => {
  it('200: names the sitemap, and excludes searches', async () => {
    const { status, html, headers } = await site.get('/robots.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(html).toContain('Sitemap: https://cards.example/sitemap.xml');
    expect(html).toContain('Disallow: /?query=');
  });
});

describe('GET /sitemap.xml', () => {
  const locations = (xml: string): string[] =>
    [...xml.matchAll(/<loc>https:\/\/cards\.example([^<]*)<\/loc>/g)].map(([, path = '']) =>
      path.replaceAll('&amp;', '&'),
    );

  it('200: lists every set across all parts of the sitemap', async () => {
    const index = await site.get('/sitemap.xml');
    expect([index.status, index.headers.get('content-type')]).toEqual([
      200,
      'application/xml; charset=utf-8',
    ]);
    const parts = locations(index.html);
    expect(parts).toEqual(['/sitemaps/sets-1.xml']);
    const pages = locations((await site.get(parts[0] ?? '')).html);
    expect(pages).toContain('/sets/pokemon/1999-base-set-375017c0baf54ba373cfaf35182151c1cc73f3a3');
    for (const page of pages) {
      const { status, html } = await site.get(page);
      expect([page, status]).toEqual([page, 200]);
      expect(html).toContain(`<link rel="canonical" href="https://cards.example${page}"`);
    }
  });

  it.each(['sets-0.xml', 'sets-999.xml', 'sets-1'])('404: /sitemaps/%s', async (name) => {
    expect((await site.get(`/sitemaps/${name}`)).status).toBe(404);
  });
});

it.each(['/', '/card/none'])('%s says that the sample data is generated', async (target) => {
  expect((await site.get(target)).text).toContain('Sample data: the numbers are generated.');
});

it.each([
  ...['/', '/?query=charizard', '/sets', '/movers', '/keys', '/cert/psa/10000001'],
  ...['/suggest?query=charizard', '/robots.txt', '/sitemap.xml', '/sitemaps/sets-1.xml'],
  ...['grades.csv', 'growth.svg', 'badge.svg', 'image.png', 'embed'].map(
    (file) => `/card/${fixtureCard('1a')}/${file}`,
  ),
])("%s returns 304 if the client's copy is current", async (target) => {
  const { headers } = await site.get(target);
  const again = await site.get(target, { 'if-none-match': headers.get('etag') ?? '' });
  expect(again).toMatchObject({ status: 304, html: '' });
});

it.each([
  [{ API_URL: 'nowhere' }, 'API_URL'],
  [{ API_KEY_FILE: '' }, 'API_KEY_FILE'],
  [{ PLANS: '[{"name":"Free"}]' }, 'PLANS'],
  [{ KEY_CONTACT_URL: 'javascript:alert(1)' }, 'KEY_CONTACT_URL'],
  [{ IMAGE_ORIGINS: "https://images;script-src 'unsafe-inline'" }, 'IMAGE_ORIGINS'],
])('the site rejects %j on startup', async (env, name) => {
  await expect(startSite({ env })).rejects.toThrow(name);
});
