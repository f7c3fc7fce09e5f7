import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { addAccount } from '@gcd/testing/account.js';
import { fixtureCard, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { type OddApi, openOddApi } from './odd-api.ts';
import { CARD_PAGE, type Site, type SitePage, startSite } from './site.ts';

const SEARCH = '/?query=charizard';

const keyWithRate = async (rate: number): Promise<string> =>
  (await addAccount(testEnvironment('TEST_FIXTURE_DATABASE_URL'), { rate })).key;

let sites: Site[] = [];
let api: OddApi | undefined;
afterEach(async () => {
  await Promise.all(sites.map((site) => site.stop()));
  sites = [];
  api?.close();
  api = undefined;
});

async function start(...options: Parameters<typeof startSite>): Promise<Site> {
  const site = await startSite(...options);
  sites.push(site);
  return site;
}

describe('pages for one IP address', () => {
  // Settings that allow a visitor one page per 1,000 seconds.
  const ONE_PAGE = { VISITOR_PAGES_PER_SECOND: '0.001' };

  const from = (site: Site, address: string, target = '/'): Promise<SitePage> =>
    site.get(target, { 'x-forwarded-for': address });

  it("are limited by the client address in a trusted proxy's header", async () => {
    const site = await start({ env: { ...ONE_PAGE, TRUSTED_PROXIES: '127.0.0.0/8' } });
    expect((await from(site, '192.0.2.1')).status).toBe(200);
    expect((await from(site, '192.0.2.2')).status).toBe(200);
    const { status, headers, text } = await from(site, '192.0.2.1');
    expect([status, headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect(text).toContain('Too many pages at once');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    // Assets are served even beyond the limit, because the page needs them.
    expect((await from(site, '192.0.2.1', '/assets/site.js')).status).toBe(200);
    // IPv6 addresses are limited per /64 network.
    expect((await from(site, '2001:db8:1:2:3::1')).status).toBe(200);
    expect((await from(site, '2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await from(site, '2001:db8:1:3::1')).status).toBe(200);
  });

  it('are limited even if the visitor forges X-Forwarded-For headers', async () => {
    const site = await start({ env: ONE_PAGE });
    expect((await from(site, '192.0.2.1')).status).toBe(200);
    expect((await from(site, '192.0.2.2')).status).toBe(429);
  });
});

describe('API requests for a page', () => {
  const RECENT = { RESPONSE_MAX_AGE_SECONDS: '3600' };
  // The set that contains the card of the fixture.
  const SET = '/sets/375017c0baf54ba373cfaf35182151c1cc73f3a3';

  it('average at most 1.5 across all types of pages', async () => {
    api = await openOddApi();
    const site = await start({ apiUrl: api.url, env: RECENT });
    const visit = [
      ...['/', SEARCH, CARD_PAGE, `${CARD_PAGE}?grader=cgc`, SEARCH, `/card/${fixtureCard('3b')}`],
      ...[SET, '/sets', '/movers', '/cert/psa/10000001', '/keys', '/sitemap.xml'],
    ];
    for (const target of visit) expect((await site.get(target)).status).toBe(200);
    const charged = api.passed.filter(({ target }) => target !== '/v1/usage');
    expect(charged.length / visit.length).toBeLessThanOrEqual(1.5);
    // A second visit sends no API requests.
    const before = api.passed.length;
    for (const target of visit) await site.get(target);
    expect(api.passed).toHaveLength(before);
  });
});

describe("page requests beyond the rate limit of the site's key", () => {
  let last = 0;
  /** Returns a URL that no other visitor requests, because visitors of the same page would share API requests. */
  const anotherPage = (): string => {
    last += 1;
    return `/sets?query=${last}`;
  };

  it('are delayed but served, even if two sites share the key', async () => {
    const RATE = 20;
    const VISITORS = 12;
    const PAGES = 6;
    api = await openOddApi();
    const key = await keyWithRate(RATE);
    const pair = [await start({ apiUrl: api.url, key }), await start({ apiUrl: api.url, key })];
    const statuses = new Set<number>();
    const visit = async (site: Site): Promise<void> => {
      for (let page = 0; page < PAGES; page += 1)
        statuses.add((await site.get(anotherPage())).status);
    };
    await Promise.all(
      Array.from({ length: VISITORS }, (_, index) => visit(pair[index % 2] as Site)),
    );
    expect(statuses).toEqual(new Set([200]));
    const rejected = api.passed.filter(({ status }) => status === 429).length;
    // If the two sites did not share the rate limit, every other request would be rejected.
    expect(rejected).toBeLessThan(api.passed.length / 4);
  }, 120_000);

  it('are rejected with Retry-After if their API requests would exceed the timeout', async () => {
    const site = await start({ key: await keyWithRate(2), env: { API_TIMEOUT_MS: '4000' } });
    expect((await site.get(CARD_PAGE)).status).toBe(200);
    const pages = await Promise.all(Array.from({ length: 40 }, () => site.get(anotherPage())));
    const rejected = pages.filter(({ status }) => status !== 200);
    expect(rejected.length).toBeGreaterThan(20);
    expect(rejected.length).toBeLessThan(40);
    expect(new Set(rejected.map(({ status }) => status))).toEqual(new Set([503]));
    expect(rejected.every(({ headers }) => headers.get('retry-after') === '5')).toBe(true);
    expect(rejected[0]?.text).toContain('Too many visitors at once');
  });
});

describe('clients that pipeline requests without reading the responses', () => {
  it('use little memory, do not affect other visitors, and are disconnected', async () => {
    const site = await start();
    const sockets = Array.from({ length: 20 }, (): Socket => {
      const socket = connect(Number(new URL(site.address).port), '127.0.0.1');
      socket.on('error', () => undefined).pause();
      socket.write('GET /assets/site.css HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1400));
      return socket;
    });
    await eventually(async () =>
      expect(sockets.every(({ bytesWritten }) => bytesWritten > 0)).toBe(true),
    );
    for (let round = 0; round < 10; round += 1) {
      expect((await site.get('/assets/site.js')).status).toBe(200);
    }
    const metrics = await (await fetch(`http://127.0.0.1:${site.healthPort}/metrics`)).text();
    const memory = Number(/^gcd_process_resident_memory_bytes (\d+)/m.exec(metrics)?.[1]);
    expect(memory).toBeLessThan(400_000_000);
    // A socket that does not read detects a closed connection only by writing.
    const isOpen = (socket: Socket): boolean => {
      if (!socket.destroyed) socket.write('\r\n');
      return !socket.destroyed;
    };
    await eventually(async () => expect(sockets.filter(isOpen)).toHaveLength(0), 40_000);
  }, 60_000);
});
