import { fixtureCard, get, testEnvironment } from '@gcd/testing/api.js';
import { beforeAll, describe, expect, it } from '@jest/globals';

const CERT = '/v1/certs/psa/10000001';
const PER_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);
let send: (method: string, headers?: Record<string, string>, target?: string) => Promise<Response>;

beforeAll(() => {
  const key = testEnvironment('TEST_API_KEY');
  send = (method, headers = {}, target = CERT) =>
    fetch(testEnvironment('TEST_API_URL') + target, {
      method,
      headers: { 'x-api-key': key, ...headers },
    });
});

describe('HEAD requests', () => {
  it.each([CERT, '/v1/usage'])('for %s return the GET headers with no body', async (target) => {
    const headers = { 'accept-encoding': 'identity' };
    const [full, head] = [await send('GET', headers, target), await send('HEAD', headers, target)];
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      expect([name, head.headers.get(name)]).toEqual([name, full.headers.get(name)]);
    }
  });
});

describe('CORS', () => {
  it.each([['content-type,x-api-key'], ['authorization'], ['traceparent,x-anything'], [undefined]])(
    'allows every request header in responses to OPTIONS requests: %s',
    async (requested) => {
      const response = await fetch(testEnvironment('TEST_API_URL') + CERT, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://a.example',
          ...(requested && { 'access-control-request-headers': requested }),
        },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
      expect(response.headers.get('access-control-allow-headers')).toBe(requested ?? '*');
    },
  );

  it.each([
    [CERT, 200],
    ['/v1/certs/psa/0', 404],
    ['/v1/certs/ace/1', 400],
  ])(
    "allows any origin and exposes the API's headers in the response to %s (%i)",
    async (target, status) => {
      const response = await send('GET', { origin: 'https://a.example' }, target);
      expect(response.status).toBe(status);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('cache-control')).toBe('private');
    },
  );
});

describe('the ETag header', () => {
  it('is weak, and is the same for responses with the same data', async () => {
    const [first, second] = [await get(CERT), await get(CERT)];
    expect(first.headers.get('etag')).toMatch(/^W\/"[\w-]+"$/);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(first.body.meta.request_id).not.toBe(second.body.meta.request_id);
    expect((await get('/v1/certs/psa/10000002')).headers.get('etag')).not.toBe(
      first.headers.get('etag'),
    );
  });

  it.each([
    ['with the exact ETag', (etag: string) => etag],
    ['with a list of ETags', (etag: string) => `"other", ${etag}`],
    ['with a strong ETag', (etag: string) => etag.replace('W/', '')],
    ['with an asterisk', () => '*'],
  ])('causes a 304 with no body for If-None-Match %s', async (_how, write) => {
    const etag = (await get(CERT)).headers.get('etag') ?? '';
    const response = await send('GET', { 'if-none-match': write(etag) });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
    expect(response.headers.get('etag')).toBe(etag);
    expect(response.headers.get('content-length')).toBeNull();
    expect(response.headers.get('content-type')).toBeNull();
    expect(response.headers.get('x-request-id')).toBeTruthy();
  });

  it.each([CERT, '/v1/catalogs', '/v1/catalogs/psa', '/v1/usage'])(
    'causes a 304 with the GET headers for HEAD %s with If-None-Match',
    async (target) => {
      for (const encoding of ['identity', 'gzip']) {
        const headers = { 'if-none-match': '*', 'accept-encoding': encoding };
        const [full, head] = [
          await send('GET', headers, target),
          await send('HEAD', headers, target),
        ];
        expect([full.status, head.status]).toEqual([304, 304]);
        const names = (response: Response) =>
          [...response.headers.keys()].filter((name) => !PER_CONNECTION.has(name)).sort();
        expect(names(head)).toEqual(names(full));
        expect(head.headers.get('etag')).toBe(full.headers.get('etag'));
      }
    },
  );
});

describe('Prefer: handling=strict', () => {
  it.each([
    ...['handling=lenient', 'return=minimal'],
    ...['x-handling=strict', 'handling=stricter', 'wait=10; handling=strict'],
  ])('is not recognized in Prefer: %s', async (prefer) => {
    const { status, headers } = await get(`${CERT}?colour=red`, { prefer });
    expect([status, headers.get('preference-applied')]).toEqual([200, null]);
  });

  it.each(['handling=strict', 'Handling="strict"', 'respond-async, handling = strict; x=1'])(
    'is confirmed by Preference-Applied, whether the request succeeds or fails: %s',
    async (prefer) => {
      for (const [query, status] of [
        ['parsed_description=true', 200],
        ['colour=red', 400],
      ]) {
        const response = await get(`${CERT}?${query}`, { prefer });
        expect([response.status, response.headers.get('preference-applied')]).toEqual([
          status,
          'handling=strict',
        ]);
      }
    },
  );
});

describe('an unknown parameter', () => {
  it.each([CERT, '/v1/usage', '/v1/catalogs', '/v1/catalogs/psa', '/v1/catalogs/psa/populations'])(
    'of %s is named in X-Ignored-Parameters, and an error if strict',
    async (target) => {
      const lenient = await get(`${target}?colour=red`);
      expect([lenient.status, lenient.headers.get('x-ignored-parameters')]).toEqual([
        200,
        'colour',
      ]);
      const { status, body } = await get(`${target}?colour=red`, { prefer: 'handling=strict' });
      expect([status, body.error.code]).toEqual([400, 'invalid_parameter']);
      expect(body.error.details).toEqual({ parameter: 'colour', reason: 'not_accepted' });
    },
  );
});

describe('X-Ignored-Parameters', () => {
  it('lists at most ten names, encoded as ASCII', async () => {
    const query = Array.from({ length: 15 }, (_, index) => `p${index}%C3%A9=1`).join('&');
    const names =
      (await get(`${CERT}?${query}`)).headers.get('x-ignored-parameters')?.split(', ') ?? [];
    expect(names).toHaveLength(10);
    expect(names[0]).toBe('p0%C3%A9');
  });
});

it('an error about another parameter has X-Ignored-Parameters, and yields to the unknown parameter if strict', async () => {
  const typo = '/v1/cards/search/simple?qurey=charizard';
  const lenient = await get(typo);
  expect(lenient.body.error.details).toEqual({ parameter: 'query', reason: 'missing' });
  expect(lenient.headers.get('x-ignored-parameters')).toBe('qurey');
  const { body, headers } = await get(typo, { prefer: 'handling=strict' });
  expect(body.error.details).toEqual({ parameter: 'qurey', reason: 'not_accepted' });
  expect(headers.get('preference-applied')).toBe('handling=strict');
});

describe('response compression', () => {
  const history = `/v1/cards/${fixtureCard('1a')}/population/history`;

  it('applies to large responses if the client accepts it', async () => {
    const compressed = await send('GET', { 'accept-encoding': 'gzip' }, history);
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(compressed.headers.get('vary')).toMatch(/accept-encoding/i);
    const plain = await send('GET', { 'accept-encoding': 'identity' }, history);
    expect(plain.headers.get('content-encoding')).toBeNull();
    const [zipped, whole] = (await Promise.all([compressed.json(), plain.json()])) as {
      data: unknown;
    }[];
    expect(zipped?.data).toEqual(whole?.data);
  });

  it.each([history, `/v1/cards/${fixtureCard('1a')}/population`])(
    'is shown in the response to HEAD %s, without the length of the uncompressed response',
    async (target) => {
      const headers = { 'accept-encoding': 'gzip' };
      const [full, head] = [
        await send('GET', headers, target),
        await send('HEAD', headers, target),
      ];
      expect(head.headers.get('content-encoding')).toBe('gzip');
      expect([null, full.headers.get('content-length')]).toContain(
        head.headers.get('content-length'),
      );
    },
  );
});

it('a 202 processing response has the header Retry-After [S160 S234]', async () => {
  const { status, headers } = await get('/v1/certs/psa/10000003/images');
  expect([status, headers.get('retry-after')]).toEqual([202, '60']);
});
