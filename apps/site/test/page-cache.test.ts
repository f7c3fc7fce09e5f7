import { once } from 'node:events';
import { get as httpGet, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { buffer, text as textOf } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { fixtureCard, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { failing, type OddApi, openOddApi } from './odd-api.ts';
import { CARD_PAGE as PAGE, type Site, startSite } from './site.ts';

const MOVERS = '/v1/cards/population/movers';

let api: OddApi;
/** Sites by the seconds for which they reuse API responses. */
const sites = new Map<string, Site>();
beforeAll(async () => {
  api = await openOddApi();
});
afterEach(() => api.odd.clear());
afterAll(async () => {
  await Promise.all([...sites.values()].map((site) => site.stop()));
  api.close();
});

async function siteWith(maxAgeSeconds: string): Promise<Site> {
  const site =
    sites.get(maxAgeSeconds) ??
    (await startSite({
      apiUrl: api.url,
      // When a site is overloaded, the first pages must still wait for the API when the last ones begin to.
      env: { RESPONSE_MAX_AGE_SECONDS: maxAgeSeconds, API_TIMEOUT_MS: '120000' },
    }));
  sites.set(maxAgeSeconds, site);
  return site;
}

/** Returns how many pages were shared with a render in progress. */
async function sharedPages({ healthPort }: Site): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
  return Number(/^gcd_site_pages_total\{source="shared"\} (\d+)/m.exec(metrics)?.[1] ?? 0);
}

/** Requests a page without decoding the response. @returns the response and its body as sent */
async function getRaw(
  { address }: Site,
  headers: Record<string, string>,
  target = PAGE,
): Promise<{ response: IncomingMessage; body: Buffer }> {
  const [response] = await once(httpGet(address + target, { headers, agent: false }), 'response');
  return { response, body: await buffer(response) };
}

/** Creates a replacement response, which is the API's own response with a changed body. */
const changed =
  (change: (text: string) => string, requests: string[] = [], target = MOVERS) =>
  (response: ServerResponse): void => {
    requests.push(target);
    void fetch(testEnvironment('TEST_API_URL') + target, {
      headers: { 'x-api-key': testEnvironment('TEST_API_KEY') },
    })
      .then((original) => original.text())
      .then((body) => response.writeHead(200, { etag: 'W/"changed"' }).end(change(body)));
  };

describe('a stored page', () => {
  it('is sent without API requests, regardless of unknown parameters in the URL', async () => {
    const own = await siteWith('3600');
    for (const target of [PAGE, '/', '/sets']) {
      const first = await own.get(target);
      const sent = api.passed.length;
      for (const url of [target, `${target}?utm_source=x`, `${target}?page=&nothing=1`]) {
        const again = await own.get(url);
        expect([url, again.status, again.html]).toEqual([url, 200, first.html]);
        expect(again.headers.get('content-security-policy')).toContain("default-src 'none'");
      }
      expect(api.passed).toHaveLength(sent);
    }
  });

  it('is not sent for a URL with different parameters', async () => {
    const own = await siteWith('3600');
    const targets = [PAGE, `${PAGE}?grader=cgc`, `${PAGE}?grader=cgc&chart=stacked`];
    const pages = await Promise.all(targets.map((target) => own.get(target)));
    expect(new Set(pages.map(({ html }) => html)).size).toBe(3);
    expect((await own.get(`${PAGE}?chart=stacked&grader=cgc`)).html).toBe(pages[2]?.html);
  });

  it('is rendered again after its API responses have expired and the data has changed', async () => {
    const own = await siteWith('1');
    expect((await own.get('/movers')).text).toContain('+5 15');
    api.odd.set(
      MOVERS,
      changed((text) => text.replace('"added":5', '"added":6')),
    );
    await eventually(async () => expect((await own.get('/movers')).text).toContain('+6 15'));
    api.odd.clear();
    await eventually(async () => expect((await own.get('/movers')).text).toContain('+5 15'));
  });

  it('is not sent again (304) to a client whose copy is current', async () => {
    const own = await siteWith('3600');
    const etag = (await own.get(PAGE)).headers.get('etag') ?? '';
    for (const header of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const { response, body } = await getRaw(own, { 'if-none-match': header });
      expect([header, response.statusCode, body.length]).toEqual([header, 304, 0]);
      expect(response.headers.etag).toBe(etag);
      expect(response.headers['cache-control']).toContain('public');
    }
    expect((await own.get(PAGE, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is compressed only for clients that accept gzip, with the same ETag', async () => {
    const own = await siteWith('3600');
    const { html, headers } = await own.get(PAGE);
    for (const encoding of ['gzip', 'br, gzip;q=0.5', '*']) {
      const { response, body } = await getRaw(own, { 'accept-encoding': encoding });
      expect(response.headers).toMatchObject({
        'content-encoding': 'gzip',
        'content-length': String(body.length),
        vary: 'accept-encoding',
        etag: headers.get('etag'),
      });
      expect(gunzipSync(body).toString()).toBe(html);
    }
    for (const encoding of ['', 'br', 'gzip;q=0', 'identity, gzip; q=0.0']) {
      const { response, body } = await getRaw(own, { 'accept-encoding': encoding });
      expect(response.headers).toMatchObject({
        vary: 'accept-encoding',
        etag: headers.get('etag'),
      });
      expect(response.headers).not.toHaveProperty('content-encoding');
      expect(body.toString()).toBe(html);
    }
  });
});

it.each(['GET', 'HEAD'])(
  'two visitors who request a page at the same time share one render, if the first one sends %s',
  async (method) => {
    const own = await siteWith('0');
    const requests: string[] = [];
    const respond = changed((text) => text, requests);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    api.odd.set(MOVERS, (response) => void released.then(() => respond(response)));
    const port = Number(new URL(own.address).port);
    const before = await sharedPages(own);
    const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const [index, socket] of sockets.entries()) {
      const first = index === 0 ? method : 'GET';
      socket.write(`${first} /movers HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n`);
    }
    await eventually(async () => expect(await sharedPages(own)).toBe(before + 1));
    release();
    const responses = await Promise.all(sockets.map(textOf));
    const bodies = responses.map((original) => original.slice(original.indexOf('\r\n\r\n')));
    expect(responses.map((original) => original.slice(9, 15))).toEqual(['200 OK', '200 OK']);
    expect(bodies[1]).toContain('Wayne Gretzky');
    expect(bodies[0]).toBe(method === 'HEAD' ? '\r\n\r\n' : bodies[1]);
    expect(requests).toHaveLength(1);
  },
);

it.each([
  ['8b', `/v1/cards/${fixtureCard('8b')}`, failing(404, 'card_not_found'), 404],
  ['5a', `/v1/cards/${fixtureCard('5a')}`, failing(503, 'quota_exceeded', '3600'), 503],
  ['2a', '/history', failing(503, 'quota_exceeded', '3600'), 200],
])(
  'the page cache does not store a failed or incomplete page: %s without %s',
  async (card, path, original, status) => {
    const own = await siteWith('3600');
    api.odd.set(path, original);
    const failed = await own.get(`/card/${fixtureCard(card)}`);
    expect([failed.status, failed.headers.get('cache-control')]).toEqual([status, 'no-store']);
    api.odd.clear();
    const { headers, text } = await own.get(`/card/${fixtureCard(card)}`);
    expect(headers.get('cache-control')).toContain('public');
    expect(text).toContain('All values of the chart');
  },
);

it('an overloaded site serves stored pages and rejects requests for other pages', async () => {
  const own = await siteWith('3600');
  expect((await own.get('/sets')).status).toBe(200);
  const held: ServerResponse[] = [];
  api.odd.set('/movers', (response) => held.push(response));
  const slow = Array.from({ length: 64 }, (_, index) => own.get(`/movers?category=${index}`));
  await eventually(async () => expect(held).toHaveLength(slow.length));
  const { status, headers, text } = await own.get('/keys');
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  expect(text).toContain('Too many visitors at once');
  expect((await fetch(`${own.address}/keys`, { method: 'HEAD' })).status).toBe(503);
  expect((await own.get('/sets')).status).toBe(200);
  for (const response of held) failing(404, 'not_found')(response);
  expect(new Set((await Promise.all(slow)).map((page) => page.status))).toEqual(new Set([404]));
  expect((await own.get('/keys')).status).toBe(200);
});
