import { connect } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { testEnvironment } from '@gcd/testing/api.js';
import { type RawResponse, sendRaw } from '@gcd/testing/raw.js';
import { REJECTED, request } from './rejected-requests.ts';

const CERT = '/v1/certs/psa/10000001';
const REQUEST_ID = /^req_[0-9A-HJKMNP-TV-Z]{26}$/;

let port: number;

beforeAll(() => {
  port = Number(new URL(testEnvironment('TEST_API_URL')).port);
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

  it('that take too long to arrive return 408 and close the connection', async () => {
    const response = await sendRaw(port, `GET ${CERT} HTTP/1.1\r\nHost: x\r\nx-slow:`);
    expect(response?.status).toBe(408);
    expectEnvelope(response);
    expect(JSON.parse(response?.body ?? '').error.details).toEqual({ type: 'request_timeout' });
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

  it('with invalid bytes are rejected after the response to the previous request', async () => {
    const text = await conversation(`${request(`GET ${CERT}`)}nonsense\r\n\r\n`);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it.each([
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
