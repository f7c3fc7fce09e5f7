import { testEnvironment } from '@gcd/testing/api.js';

const CERT = '/v1/certs/psa/10000001';
const KEY = testEnvironment('TEST_API_KEY');

export const request = (line: string, ...headers: string[]): string =>
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
export const REJECTED = Object.entries(BY_ERROR).flatMap(([error, requests]) => {
  const [status = '', type = ''] = error.split(' ');
  return Object.entries(requests).map(([what, bytes]) => ({
    what,
    status: Number(status),
    type,
    bytes,
  }));
});
