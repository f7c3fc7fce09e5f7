import { testEnvironment } from '@gcd/testing/api.js';

const CERT = '/v1/certs/psa/10000001';
const key = (): string => testEnvironment('TEST_API_KEY');

export const request = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: x', `x-api-key: ${key()}`, ...headers, '', ''].join('\r\n');

/** Invalid requests, each with the status and the type of the resulting error. */
export const REJECTED: readonly [
  what: string,
  status: number,
  type: string,
  bytes: () => string | Buffer,
][] = [
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
    'two Content-Length headers',
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
    () => `GET ${CERT} HTTP/1.1\nHost: x\nx-api-key: ${key()}\n\n`,
  ],
  ['an unknown method', 400, 'malformed_request', () => request(`FROB ${CERT}`)],
  [
    'the HTTP/2 connection preface',
    400,
    'malformed_request',
    () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ],
  [
    'non-ASCII bytes in the URL',
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
  [
    'no Host header',
    400,
    'invalid_host',
    () => `GET ${CERT} HTTP/1.1\r\nx-api-key: ${key()}\r\n\r\n`,
  ],
  [
    'an empty Host header',
    400,
    'invalid_host',
    () => `GET ${CERT} HTTP/1.1\r\nHost:\r\nx-api-key: ${key()}\r\n\r\n`,
  ],
  ['two Host headers', 400, 'invalid_host', () => request(`GET ${CERT}`, 'Host: y')],
  [
    'a path in the Host header',
    400,
    'invalid_host',
    () => `GET ${CERT} HTTP/1.1\r\nHost: x/y\r\nx-api-key: ${key()}\r\n\r\n`,
  ],
  [
    'an unknown expectation',
    417,
    'expectation_failed',
    () => request(`GET ${CERT}`, 'Expect: tea'),
  ],
  [
    'many headers',
    431,
    'headers_too_large',
    () => request(`GET ${CERT}`, ...Array.from({ length: 100 }, (_, index) => `x${index}: y`)),
  ],
  ['CONNECT', 405, 'method_not_allowed', () => request('CONNECT x:443')],
  ['POST', 405, 'method_not_allowed', () => `${request(`POST ${CERT}`, 'Content-Length: 2')}{}`],
  ['TRACE', 405, 'method_not_allowed', () => request(`TRACE ${CERT}`)],
  ['QUERY', 405, 'method_not_allowed', () => request(`QUERY ${CERT}`)],
  ['POST to an unknown path', 405, 'method_not_allowed', () => request('POST /v1/nothing')],
  ['%00 in the path', 400, 'malformed_uri', () => request('GET /v1/certs/psa/1%00')],
  ['C1 controls in the path', 400, 'malformed_uri', () => request('GET /v1/certs/psa/1%c2%85')],
  ['%2F in the path', 400, 'malformed_uri', () => request('GET /v1/sets/1%2F2')],
  ['%2e%2e in the path', 400, 'malformed_uri', () => request('GET /v1/certs/%2e%2e/1')],
  ['.. in the path', 400, 'malformed_uri', () => request('GET /v1/../v1/certs/psa/1')],
  ['// in the path', 400, 'malformed_uri', () => request('GET //v1/certs/psa/1')],
  ['a backslash in the path', 400, 'malformed_uri', () => request('GET /v1\\certs/psa/1')],
  ['a number sign in the path', 400, 'malformed_uri', () => request('GET /v1/certs/psa/1#2')],
  ['%5c in the path', 400, 'malformed_uri', () => request('GET /v1/certs/psa/1%5c')],
  ['%ff in the path', 400, 'malformed_uri', () => request('GET /v1/certs/psa/%ff')],
  ['%ff in the query', 400, 'malformed_query', () => request(`GET ${CERT}?a=%ff%zz`)],
  [
    '33 parameters',
    400,
    'too_many_parameters',
    () => request(`GET ${CERT}?${'a=1&'.repeat(32)}b=1`),
  ],
  [
    'a URL of 9,000 characters',
    414,
    'uri_too_long',
    () => request(`GET /v1/certs/psa/${'1'.repeat(9000)}`),
  ],
  [
    'a URL of 20,000 characters',
    431,
    'headers_too_large',
    () => request(`GET /v1/certs/psa/${'1'.repeat(20_000)}`),
  ],
  [
    'a header of 20,000 characters',
    431,
    'headers_too_large',
    () => request(`GET ${CERT}`, `x-long: ${'a'.repeat(20_000)}`),
  ],
  [
    'two x-api-key headers',
    400,
    'duplicate_header',
    () => request(`GET ${CERT}`, 'x-api-key: other'),
  ],
  [
    'an absolute URL with user information as the request target',
    400,
    'malformed_uri',
    () => request(`GET http://user@cards.example${CERT}`),
  ],
  ['an asterisk as the request target', 400, 'malformed_uri', () => request('OPTIONS *')],
];
