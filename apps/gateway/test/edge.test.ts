import { connect } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { testEnvironment } from '@gcd/testing/api.js';
import { type RawResponse, sendRaw } from '@gcd/testing/raw.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

const CERT = '/v1/certs/psa/10000001';
const KEY = testEnvironment('TEST_API_KEY');

const request = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: x', `x-api-key: ${KEY}`, ...headers, '', ''].join('\r\n');

/** Invalid requests, by the status and the type of the resulting error. */
const BY_ERROR: Readonly<Record<string, Readonly<Record<string, string | Buffer>>>> = {
  '400 unexpected_body': {
    'a body with Content-Length': `${request(`GET ${CERT}`, 'Content-Length: 5')}hello`,
    'a chunked body': `${request(`GET ${CERT}`, 'Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`,
  },
  '413 request_too_large': {
    'a large body': request(`GET ${CERT}`, 'Content-Length: 9999999'),
  },
  '400 malformed_request': {
    'a body with Content-Length and Transfer-Encoding': `${request(`GET ${CERT}`, 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    'two Content-Length headers': request(`GET ${CERT}`, 'Content-Length: 0', 'Content-Length: 5'),
    'a space before the colon of a header': request(`GET ${CERT}`, 'Transfer-Encoding : chunked'),
    'lines that end with LF instead of CRLF': `GET ${CERT} HTTP/1.1\nHost: x\nx-api-key: ${KEY}\n\n`,
    'an unknown method': request(`FROB ${CERT}`),
    'the HTTP/2 connection preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'non-ASCII bytes in the URL': Buffer.from(request('GET /v1/certs/psa/\u00e9\u00ff'), 'latin1'),
    'bytes that are not HTTP': '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n',
  },
  '400 invalid_host': {
    'no Host header': `GET ${CERT} HTTP/1.1\r\nx-api-key: ${KEY}\r\n\r\n`,
    'an empty Host header': `GET ${CERT} HTTP/1.1\r\nHost:\r\nx-api-key: ${KEY}\r\n\r\n`,
    'two Host headers': request(`GET ${CERT}`, 'Host: y'),
    'a dollar sign in the Host header': `GET /openapi.json HTTP/1.1\r\nHost: a.example$x\r\n\r\n`,
    'a path in the Host header': `GET ${CERT} HTTP/1.1\r\nHost: x/y\r\nx-api-key: ${KEY}\r\n\r\n`,
  },
  '417 expectation_failed': {
    'an unknown expectation': request(`GET ${CERT}`, 'Expect: tea'),
  },
  '431 headers_too_large': {
    'many headers': request(
      `GET ${CERT}`,
      ...Array.from({ length: 100 }, (_, index) => `x${index}: y`),
    ),
    'a URL of 20,000 characters': request(`GET /v1/certs/psa/${'1'.repeat(20_000)}`),
    'a header of 20,000 characters': request(`GET ${CERT}`, `x-long: ${'a'.repeat(20_000)}`),
  },
  '405 method_not_allowed': {
    CONNECT: request('CONNECT x:443'),
    POST: `${request(`POST ${CERT}`, 'Content-Length: 2')}{}`,
    TRACE: request(`TRACE ${CERT}`),
    QUERY: request(`QUERY ${CERT}`),
    'POST to an unknown path': request('POST /v1/nothing'),
  },
  '400 malformed_uri': {
    '%00 in the path': request('GET /v1/certs/psa/1%00'),
    'C1 controls in the path': request('GET /v1/certs/psa/1%c2%85'),
    '%2F in the path': request('GET /v1/sets/1%2F2'),
    '%2e%2e in the path': request('GET /v1/certs/%2e%2e/1'),
    '.. in the path': request('GET /v1/../v1/certs/psa/1'),
    '// in the path': request('GET //v1/certs/psa/1'),
    'a backslash in the path': request('GET /v1\\certs/psa/1'),
    'a number sign in the path': request('GET /v1/certs/psa/1#2'),
    '%5c in the path': request('GET /v1/certs/psa/1%5c'),
    '%ff in the path': request('GET /v1/certs/psa/%ff'),
    'an absolute URL with user information as the request target': request(
      `GET http://user@cards.example${CERT}`,
    ),
    'an asterisk as the request target': request('OPTIONS *'),
  },
  '400 malformed_query': {
    '%ff in the query': request(`GET ${CERT}?a=%ff%zz`),
  },
  '400 too_many_parameters': {
    '33 parameters': request(`GET ${CERT}?${'a=1&'.repeat(32)}b=1`),
  },
  '414 uri_too_long': {
    'a URL of 9,000 characters': request(`GET /v1/certs/psa/${'1'.repeat(9000)}`),
  },
  '400 duplicate_header': {
    'two x-api-key headers': request(`GET ${CERT}`, 'x-api-key: other'),
  },
};

/** Invalid requests, each with the status and the type of the resulting error. */
const REJECTED = Object.entries(BY_ERROR).flatMap(([error, requests]) => {
  const [status = '', type = ''] = error.split(' ');
  return Object.entries(requests).map(([what, bytes]) => ({
    what,
    status: Number(status),
    type,
    bytes,
  }));
});

const REQUEST_ID = /^req_[0-9A-HJKMNP-TV-Z]{26}$/;

const port = Number(new URL(testEnvironment('TEST_API_URL')).port);
/** The response to an incomplete request, which the gateway sends while other tests run. */
let toIncomplete: Promise<RawResponse | null>;

beforeAll(() => {
  toIncomplete = sendRaw(port, `GET ${CERT} HTTP/1.1\r\nHost: x\r\nx-slow:`);
});

function expectEnvelope(response: RawResponse | null): void {
  const body = JSON.parse(response?.body ?? '');
  expect(Object.keys(body)).toEqual([body.data === undefined ? 'error' : 'data', 'meta']);
  expect(response?.headers['x-request-id']).toMatch(REQUEST_ID);
  expect(body.meta.request_id).toBe(response?.headers['x-request-id']);
  expect(response?.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response?.headers['access-control-allow-origin']).toBe('*');
}

describe('raw requests', () => {
  it.each(REJECTED)(
    'with $what return $status $type [S4 S5 S126 S132 S235 S241]',
    async ({ status, type, bytes }) => {
      const response = await sendRaw(port, bytes);
      expect(response?.status).toBe(status);
      expectEnvelope(response);
      const { error } = JSON.parse(response?.body ?? '');
      expect(error).toEqual({
        code: 'bad_request',
        message: expect.any(String),
        details: { type },
      });
      expect(response?.headers.allow).toBe(status === 405 ? 'GET, HEAD, OPTIONS' : undefined);
      if (status !== 414) expect(response?.headers.connection).toBe('close');
      expect(response?.headers).not.toHaveProperty('x-ratelimit-limit');
      expect(response?.headers).not.toHaveProperty('x-powered-by');
    },
  );

  it('without a key return 401 even if the method is not allowed', async () => {
    const response = await sendRaw(port, `DELETE ${CERT} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(response?.status).toBe(401);
    expectEnvelope(response);
  });

  it('for the documentation are rejected like others', async () => {
    const body = 'Host: x\r\nContent-Length: 5\r\n\r\nhello';
    const response = await sendRaw(port, `GET /docs HTTP/1.1\r\n${body}`);
    expect([response?.status, response?.headers.connection]).toEqual([400, 'close']);
    expectEnvelope(response);
  });

  it.each([
    [`http://cards.example${CERT}`, 200],
    [`http://cards.example${CERT}/`, 200],
    [`HTTPS://cards.example:443${CERT}?psa_dna=false`, 200],
    ['http://cards.example', 302],
    ['http://cards.example?a=1', 302],
  ])('with the absolute URL %s as the request target return %i', async (target, status) => {
    const response = await sendRaw(port, request(`GET ${target}`));
    expect(response?.status).toBe(status);
  });

  it('are accepted with parameters named like JavaScript object properties, which are reported as ignored', async () => {
    const response = await sendRaw(port, request(`GET ${CERT}?__proto__=x&constructor=y&a[b]=1`));
    expect(response?.status).toBe(200);
    expect(response?.headers['x-ignored-parameters']).toBe('__proto__, constructor, a%5Bb%5D');
  });

  /** Sends bytes on a connection. @returns everything that is received until the connection closes */
  const conversation = (bytes: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    return readAll(socket);
  };

  it('on one connection get their responses in order', async () => {
    const text = await conversation(
      request(`GET ${CERT}`) + request('GET /v1/certs/psa/0', 'Connection: close'),
    );
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
  });

  it.each([
    ['invalid bytes', 400, () => 'nonsense\r\n\r\n'],
    ['CONNECT', 405, () => request('CONNECT x:443')],
    ['an unknown expectation', 417, () => request(`GET ${CERT}`, 'Expect: tea')],
  ])(
    'with %s are rejected after the response to the previous request',
    async (_, status, bytes) => {
      const text = await conversation(request(`GET ${CERT}`) + bytes());
      expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', `HTTP/1.1 ${status}`]);
    },
  );
});

describe('requests with arbitrary bytes', () => {
  const RUNS = 10_000;
  const AT_ONCE = 100;
  const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS', 'QUERY', 'get', 'CONNECT', '', 'G E T'];
  const PATHS = [
    ...[CERT, '/v1/certs/psa/%', '/v1/../..', '/v1/cards/%2e%2e/population', '*', '//'],
    `/v1/certs/${'x'.repeat(300)}/1`,
  ];
  const HEADERS = [
    ...['Host: x', 'Host: x', 'Content-Length: -1', 'Content-Length: 3'],
    ...['Transfer-Encoding: chunked', 'Expect: 100-continue', 'Expect: x', 'x-api-key: nobody'],
    ...['Upgrade: websocket', 'Connection: upgrade', 'If-None-Match: *'],
    ...['Prefer: handling=strict', 'Accept-Encoding: gzip;q=nan'],
  ];
  const ascii = (maxLength: number) => fc.string({ unit: 'binary-ascii', maxLength });
  const path = fc.oneof(ascii(60), fc.webPath({ size: 'small' }), fc.constantFrom(...PATHS));
  const query = fc.oneof(
    fc.constant(''),
    fc.oneof(ascii(40), fc.webQueryParameters()).map((text) => `?${text}`),
  );
  const header = fc.oneof(ascii(40), fc.constantFrom(...HEADERS));
  const version = fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/9', '');
  const httpLike = fc
    .tuple(fc.constantFrom(...METHODS), path, query, version, fc.array(header, { maxLength: 5 }))
    .map(([method, target, search, protocol, headers]) =>
      [`${method} ${target}${search} ${protocol}`, ...headers, '', ''].join('\r\n'),
    )
    .map((text) => Buffer.from(text, 'latin1'));
  const anyBytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
  const bytes = fc.oneof(
    { weight: 5, arbitrary: httpLike },
    { weight: 1, arbitrary: anyBytes.map((raw) => Buffer.concat([raw, Buffer.from('\r\n\r\n')])) },
  );

  /** Sends bytes. @returns whether there was a response @throws Error if it is a 500 or has no envelope */
  async function isResponded(sample: Buffer): Promise<boolean> {
    const isHead = sample.subarray(0, 5).toString('latin1') === 'HEAD ';
    // The empty line ends a request that the arbitrary bytes may have started.
    const all = Buffer.concat([sample, Buffer.from('\r\n\r\n')]);
    const response = await sendRaw(port, all, isHead);
    if (!response) return false;
    const { status, body, headers } = response;
    const what = `${status} ${body} for ${sample.toString('latin1')}`;
    if (status >= 500) throw new Error(what);
    if (body === '' && (isHead || [204, 302, 304].includes(status))) return true;
    if (body === '') throw new Error(what);
    const { status: health, meta } = JSON.parse(body);
    if (health !== 'ok' && meta?.request_id !== headers['x-request-id']) throw new Error(what);
    return true;
  }

  it(`get an error envelope, and never a 500, in ${RUNS} cases`, async () => {
    const samples = fc.sample(bytes, { numRuns: RUNS, seed: 20_261_121 });
    let received = 0;
    for (let start = 0; start < RUNS; start += AT_ONCE) {
      const outcomes = await Promise.all(samples.slice(start, start + AT_ONCE).map(isResponded));
      received += outcomes.filter(Boolean).length;
    }
    expect(received).toBeGreaterThan(RUNS * 0.9);
  });
});

it('requests that take too long to arrive return 408 and close the connection', async () => {
  const response = await toIncomplete;
  expect(response?.status).toBe(408);
  expectEnvelope(response);
  expect(JSON.parse(response?.body ?? '').error.details).toEqual({ type: 'request_timeout' });
});
