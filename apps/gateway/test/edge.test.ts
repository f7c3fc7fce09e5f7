import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { testEnvironment } from '@gcd/testing/api.js';
import { type RawAnswer, sendRaw } from '@gcd/testing/raw.js';

const CERT = '/v1/certs/psa/10000001';
const REQUEST_ID = /^req_[0-9A-HJKMNP-TV-Z]{26}$/;

let port: number;
let key: string;

beforeAll(() => {
  port = Number(new URL(testEnvironment('TEST_API_URL')).port);
  key = testEnvironment('TEST_API_KEY');
});

/** Builds a request with host and key, unless the given headers replace them. */
const request = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: x', `x-api-key: ${key}`, ...headers, '', ''].join('\r\n');

function expectEnvelope(answer: RawAnswer | null): void {
  const body = JSON.parse(answer?.body ?? '');
  expect(Object.keys(body)).toEqual([body.data === undefined ? 'error' : 'data', 'meta']);
  expect(answer?.headers['x-request-id']).toMatch(REQUEST_ID);
  expect(body.meta.request_id).toBe(answer?.headers['x-request-id']);
  expect(answer?.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer?.headers['access-control-allow-origin']).toBe('*');
}

describe('rejected raw requests', () => {
  const withKey = (): string => `x-api-key: ${key}`;
  const rows: [what: string, status: number, type: string, bytes: () => string | Buffer][] = [
    [
      'a body with Content-Length',
      400,
      'unexpected_body',
      () => `${request(`GET ${CERT}`, 'Content-Length: 5')}hello`,
    ],
    [
      'a chunked body',
      400,
      'unexpected_body',
      () => `${request(`GET ${CERT}`, 'Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`,
    ],
    [
      'a large body',
      413,
      'request_too_large',
      () => request(`GET ${CERT}`, 'Content-Length: 9999999'),
    ],
    [
      'a body with Content-Length and Transfer-Encoding',
      400,
      'malformed_request',
      () => `${request(`GET ${CERT}`, 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    ],
    [
      'two lengths',
      400,
      'malformed_request',
      () => request(`GET ${CERT}`, 'Content-Length: 0', 'Content-Length: 5'),
    ],
    [
      'a space before the colon of a header',
      400,
      'malformed_request',
      () => request(`GET ${CERT}`, 'Transfer-Encoding : chunked'),
    ],
    [
      'lines that end with LF instead of CRLF',
      400,
      'malformed_request',
      () => `GET ${CERT} HTTP/1.1\nHost: x\n${withKey()}\n\n`,
    ],
    ['an unknown method', 400, 'malformed_request', () => request(`FROB ${CERT}`)],
    ['the preface of HTTP/2', 400, 'malformed_request', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [
      'bytes above 127 in the URL',
      400,
      'malformed_request',
      () => Buffer.from(request('GET /v1/certs/psa/\u00e9\u00ff'), 'latin1'),
    ],
    [
      'bytes that are not HTTP',
      400,
      'malformed_request',
      () => '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n',
    ],
    ['no host', 400, 'invalid_host', () => `GET ${CERT} HTTP/1.1\r\n${withKey()}\r\n\r\n`],
    [
      'an empty host',
      400,
      'invalid_host',
      () => `GET ${CERT} HTTP/1.1\r\nHost:\r\n${withKey()}\r\n\r\n`,
    ],
    ['two hosts', 400, 'invalid_host', () => request(`GET ${CERT}`, 'Host: y')],
    [
      'a host with a path',
      400,
      'invalid_host',
      () => `GET ${CERT} HTTP/1.1\r\nHost: x/y\r\n${withKey()}\r\n\r\n`,
    ],
    ['an expectation', 417, 'expectation_failed', () => request(`GET ${CERT}`, 'Expect: tea')],
    ['CONNECT', 405, 'method_not_allowed', () => request('CONNECT x:443')],
    ['POST', 405, 'method_not_allowed', () => `${request(`POST ${CERT}`, 'Content-Length: 2')}{}`],
    ['PUT', 405, 'method_not_allowed', () => request(`PUT ${CERT}`)],
    ['PATCH', 405, 'method_not_allowed', () => request(`PATCH ${CERT}`)],
    ['DELETE', 405, 'method_not_allowed', () => request(`DELETE ${CERT}`)],
    ['TRACE', 405, 'method_not_allowed', () => request(`TRACE ${CERT}`)],
    ['PROPFIND', 405, 'method_not_allowed', () => request(`PROPFIND ${CERT}`)],
    ['QUERY', 405, 'method_not_allowed', () => request(`QUERY ${CERT}`)],
    ['POST to an unknown path', 405, 'method_not_allowed', () => request('POST /v1/nothing')],
    ['%00 in the path', 400, 'malformed_uri', () => request('GET /v1/certs/psa/1%00')],
    ['a line feed in the path', 400, 'malformed_uri', () => request('GET /v1/certs/psa/1%0a2')],
    ['C1 controls in the path', 400, 'malformed_uri', () => request('GET /v1/certs/psa/1%c2%85')],
    ['%2F in the path', 400, 'malformed_uri', () => request('GET /v1/certs/psa/1%2F2')],
    ['%2e%2e in the path', 400, 'malformed_uri', () => request('GET /v1/certs/%2e%2e/1')],
    ['.. in the path', 400, 'malformed_uri', () => request('GET /v1/../v1/certs/psa/1')],
    ['. in the path', 400, 'malformed_uri', () => request('GET /v1/./certs/psa/1')],
    ['// in the path', 400, 'malformed_uri', () => request('GET //v1/certs/psa/1')],
    ['%25 in the path', 400, 'malformed_uri', () => request('GET /v1/certs/psa/1%2500')],
    ['a backslash in the path', 400, 'malformed_uri', () => request('GET /v1\\certs/psa/1')],
    ['a number sign in the path', 400, 'malformed_uri', () => request('GET /v1/certs/psa/1#2')],
    ['%5c in the path', 400, 'malformed_uri', () => request('GET /v1/certs/psa/1%5c')],
    ['%zz in the path', 400, 'malformed_uri', () => request('GET /v1/certs/psa/%zz')],
    ['%ff in the path', 400, 'malformed_uri', () => request('GET /v1/certs/psa/%ff')],
    ['%ff in the query', 400, 'malformed_query', () => request(`GET ${CERT}?a=%ff%zz`)],
    [
      '33 parameters',
      400,
      'too_many_parameters',
      () => request(`GET ${CERT}?${'a=1&'.repeat(32)}b=1`),
    ],
    ['a long address', 414, 'uri_too_long', () => request(`GET /v1/certs/psa/${'1'.repeat(9000)}`)],
    [
      'a longer address',
      431,
      'headers_too_large',
      () => request(`GET /v1/certs/psa/${'1'.repeat(20_000)}`),
    ],
    [
      'long headers',
      431,
      'headers_too_large',
      () => request(`GET ${CERT}`, `x-long: ${'a'.repeat(20_000)}`),
    ],
    ['two keys', 400, 'duplicate_header', () => request(`GET ${CERT}`, 'x-api-key: other')],
    ['an absolute URL', 400, 'malformed_uri', () => request(`GET http://evil.example${CERT}`)],
    ['an asterisk', 400, 'malformed_uri', () => request('OPTIONS *')],
  ];

  it.each(rows)('with %s get %i %s', async (_what, status, type, bytes) => {
    const answer = await sendRaw(port, bytes());
    expect(answer?.status).toBe(status);
    expectEnvelope(answer);
    const { error } = JSON.parse(answer?.body ?? '');
    expect(error).toEqual({ code: 'bad_request', message: expect.any(String), details: { type } });
    expect(answer?.headers.allow).toBe(status === 405 ? 'GET, HEAD, OPTIONS' : undefined);
    if (status !== 414) expect(answer?.headers.connection).toBe('close');
    expect(answer?.headers).not.toHaveProperty('x-ratelimit-limit');
    expect(answer?.headers).not.toHaveProperty('x-powered-by');
  });

  it('checks the key before the method', async () => {
    const answer = await sendRaw(port, `DELETE ${CERT} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(answer?.status).toBe(401);
    expectEnvelope(answer);
  });

  it.each(['/V1/certs/psa/10000001', `${CERT}/`, '/v1/certs'])(
    'returns 404 for %s',
    async (target) => {
      const answer = await sendRaw(port, request(`GET ${target}`));
      expect(answer?.status).toBe(404);
      expectEnvelope(answer);
    },
  );

  it('treats parameters named like members of JavaScript objects as unknown', async () => {
    const answer = await sendRaw(port, request(`GET ${CERT}?__proto__=x&constructor=y&a[b]=1`));
    expect(answer?.status).toBe(200);
    expect(answer?.headers['x-ignored-parameters']).toBe('__proto__, constructor, a%5Bb%5D');
  });

  it('sends 408 to a client that is too slow, and closes the connection', async () => {
    const answer = await sendRaw(port, `GET ${CERT} HTTP/1.1\r\nHost: x\r\nx-slow:`);
    expect(answer?.status).toBe(408);
    expectEnvelope(answer);
    expect(JSON.parse(answer?.body ?? '').error.details).toEqual({ type: 'request_timeout' });
  });

  /** Sends bytes. @returns everything received until the connection closes */
  const conversation = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let all = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => {
        all += chunk;
      });
      socket.on('close', () => resolve(all)).on('error', reject);
    });

  it('answers two requests on one connection in order', async () => {
    const text = await conversation(
      request(`GET ${CERT}`) + request('GET /v1/certs/psa/0', 'Connection: close'),
    );
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
  });

  it('rejects invalid bytes after the response to the previous request', async () => {
    const text = await conversation(`${request(`GET ${CERT}`)}nonsense\r\n\r\n`);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });
});

describe('arbitrary bytes', () => {
  const RUNS = 10_000;
  const AT_ONCE = 100;
  const line = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'OPTIONS',
    'QUERY',
    'get',
    'CONNECT',
    '',
    'G E T',
  );
  const path = fc.oneof(
    fc.string({ unit: 'binary-ascii', maxLength: 60 }),
    fc.webPath({ size: 'small' }),
    fc.constantFrom(
      CERT,
      '/v1/certs/psa/%',
      '/v1/../..',
      '/v1/cards/%2e%2e/population',
      '*',
      '//',
      `/v1/certs/${'x'.repeat(300)}/1`,
    ),
  );
  const query = fc.oneof(
    fc.constant(''),
    fc.string({ unit: 'binary-ascii', maxLength: 40 }).map((text) => `?${text}`),
    fc.webQueryParameters().map((text) => `?${text}`),
  );
  const header = fc.oneof(
    fc.string({ unit: 'binary-ascii', maxLength: 40 }),
    fc.constantFrom(
      'Host: x',
      'Host: x',
      'Content-Length: -1',
      'Content-Length: 3',
      'Transfer-Encoding: chunked',
      'Expect: 100-continue',
      'Expect: x',
      'x-api-key: nobody',
      'Upgrade: websocket',
      'Connection: upgrade',
      'If-None-Match: *',
      'Prefer: handling=strict',
      'Accept-Encoding: gzip;q=nan',
    ),
  );
  const bytes = fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .tuple(
          line,
          path,
          query,
          fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/9', ''),
          fc.array(header, { maxLength: 5 }),
        )
        .map(([method, target, search, version, headers]) =>
          Buffer.from(
            [`${method} ${target}${search} ${version}`, ...headers, '', ''].join('\r\n'),
            'latin1',
          ),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ minLength: 1, maxLength: 200 })
        .map((raw) => Buffer.concat([raw, Buffer.from('\r\n\r\n')])),
    },
  );

  it(`always get an error envelope, and never status 500: ${RUNS} malformed requests`, async () => {
    const samples = fc.sample(bytes, { numRuns: RUNS, seed: 20_261_121 });
    let answered = 0;
    for (let start = 0; start < RUNS; start += AT_ONCE) {
      await Promise.all(
        samples.slice(start, start + AT_ONCE).map(async (sample) => {
          const isHead = sample.subarray(0, 5).toString('latin1') === 'HEAD ';
          // A complete line terminates whatever request the arbitrary bytes started.
          const answer = await sendRaw(
            port,
            Buffer.concat([sample, Buffer.from('\r\n\r\n')]),
            isHead,
          );
          if (!answer) return;
          answered += 1;
          const where = sample.toString('latin1');
          if (answer.status >= 500) throw new Error(`${answer.status} for ${where}`);
          if (answer.body !== '') {
            const body = JSON.parse(answer.body);
            const isOpen = body.status === 'ok';
            if (!isOpen && body.meta?.request_id !== answer.headers['x-request-id'])
              throw new Error(`${answer.body} for ${where}`);
          } else if (!isHead && ![204, 304].includes(answer.status))
            throw new Error(`nothing with ${answer.status} for ${where}`);
        }),
      );
    }
    expect(answered).toBeGreaterThan(RUNS * 0.9);
  }, 120_000);
});
