import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  AsOfUnavailableError,
  BadRequestError,
  ConnectionError,
  GradedCardDataClient,
  GradedCardDataError,
  InternalError,
  ProcessingError,
  QuotaExceededError,
  RateLimitedError,
  TimeoutError,
} from '@gcd/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { collectWaits } from './clients.ts';

type Odd = (response: ServerResponse, request: IncomingMessage) => void;

const GRADES = [{ grade: '1' }];

// A gateway at its worst: what is tried here is the client.
let server: Server;
let calls: string[];
/** What is answered before an answer that is good. */
let first: Odd[];

beforeAll(async () => {
  server = createServer((request, response) => {
    calls.push(request.url ?? '');
    const odd = first.shift();
    if (odd) return odd(response, request);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: GRADES, meta: {} }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  calls = [];
  first = [];
});

const answering =
  (status: number, code: string, retryAfter?: string): Odd =>
  (response) => {
    const error = { code, message: 'The reason.', details: { type: 'a' } };
    response
      .writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
      .end(JSON.stringify({ error, meta: { request_id: 'req_1' } }));
  };

function faultyClient(options: object = {}): GradedCardDataClient {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return new GradedCardDataClient({ baseUrl, apiKey: 'a-key', rateLimit: 1000, ...options });
}

const reasonOf = (call: Promise<unknown>): Promise<GradedCardDataError> =>
  call.then(
    () => {
      throw new Error('It was answered.');
    },
    (reason) => reason,
  );

describe('what passes: it waits as long as it is asked to, and calls again', () => {
  it.each<[number, string, string]>([
    [202, 'processing', '1'],
    [429, 'rate_limited', '1'],
    [503, 'internal_error', '1'],
    [503, 'as_of_unavailable', '1'],
    [504, 'timeout_error', '1'],
  ])('%i %s', async (status, code, retryAfter) => {
    first = [answering(status, code, retryAfter)];
    const { waits, onWait } = collectWaits();
    const began = performance.now();
    expect(await faultyClient({ onWait }).listGrades()).toEqual(GRADES);
    expect(performance.now() - began).toBeGreaterThanOrEqual(1000);
    expect(waits).toMatchObject([{ code, target: '/v1/grades' }]);
    expect(waits[0]?.seconds).toBeGreaterThanOrEqual(1);
    expect(calls).toEqual(['/v1/grades', '/v1/grades']);
  });

  it.each<[string, Odd]>([
    ['500', answering(500, 'internal_error')],
    ['502 of something in between', (response) => response.writeHead(502).end('<html>')],
    ['a connection that breaks', (response) => response.destroy()],
    [
      'half an answer',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"data": [{"gr');
        setImmediate(() => response.destroy());
      },
    ],
    ['an answer without data', (response) => response.end('{}')],
    ['an answer that is no JSON', (response) => response.end('<html>')],
  ])('%s, without a time to wait', async (_name, odd) => {
    first = [odd, odd];
    const { waits, onWait } = collectWaits();
    expect(await faultyClient({ onWait }).listGrades()).toEqual(GRADES);
    expect(waits.map(({ seconds }) => seconds)).toEqual([expect.any(Number), expect.any(Number)]);
    expect(waits[1]?.seconds).toBeGreaterThan(waits[0]?.seconds ?? 0);
  });

  it('an answer that does not come within the timeout', async () => {
    first = [() => undefined];
    const { waits, onWait } = collectWaits();
    expect(await faultyClient({ onWait, timeout: 0.2 }).listGrades()).toEqual(GRADES);
    expect(waits).toMatchObject([{ code: 'connection_failed' }]);
  });

  it('when one is rate_limited, the others wait too', async () => {
    first = [answering(429, 'rate_limited', '1')];
    const client = faultyClient({ rateLimit: 1 });
    const both = Promise.all([client.listGrades(), client.listGrades()]);
    await both;
    expect(calls).toHaveLength(3);
  });

  it('the rate is asked for again when that failed', async () => {
    first = [answering(401, 'invalid_api_key')];
    const client = faultyClient({ rateLimit: undefined });
    expect((await reasonOf(client.listGrades())).code).toBe('invalid_api_key');
    first = [
      (response) => response.end(JSON.stringify({ data: { rate_limit_per_second: 50 }, meta: {} })),
    ];
    expect(await client.listGrades()).toEqual(GRADES);
    expect(calls).toEqual(['/v1/usage', '/v1/usage', '/v1/grades']);
  });
});

describe('what the budget does not allow is thrown at once', () => {
  it.each<[number, string, typeof GradedCardDataError]>([
    [202, 'processing', ProcessingError],
    [429, 'rate_limited', RateLimitedError],
    [503, 'internal_error', InternalError],
    [503, 'as_of_unavailable', AsOfUnavailableError],
    [504, 'timeout_error', TimeoutError],
  ])('%i %s', async (status, code, type) => {
    first = [answering(status, code, '120')];
    const error = await reasonOf(faultyClient().listGrades());
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ code, status, retryAfter: 120, requestId: 'req_1' });
    expect(calls).toHaveLength(1);
  });

  it('a gateway that is away', async () => {
    const client = faultyClient({ baseUrl: 'http://127.0.0.1:1', budget: 0.5 });
    const error = await reasonOf(client.listGrades());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: 'connection_failed', status: 0 });
    expect(error.cause).toMatchObject({ message: expect.any(String) });
  });
});

describe('what does not pass is thrown, and never tried again', () => {
  it.each<[number, string, typeof GradedCardDataError]>([
    [429, 'quota_exceeded', QuotaExceededError],
    [400, 'bad_request', BadRequestError],
    [418, 'of_the_future', GradedCardDataError],
  ])('%i %s', async (status, code, type) => {
    first = [answering(status, code, '1')];
    const error = await reasonOf(faultyClient().listGrades());
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ code, message: 'The reason.', details: { type: 'a' } });
    expect(calls).toHaveLength(1);
  });
});

describe('a signal gives up a call', () => {
  it.each<[string, () => void]>([
    ['that is being answered', () => first.push(() => undefined)],
    ['that waits to be made again', () => first.push(answering(503, 'internal_error', '50'))],
    [
      'that waits for its turn',
      () => first.push(answering(429, 'rate_limited', '50'), answering(429, 'rate_limited', '50')),
    ],
  ])('%s', async (_name, prepare) => {
    prepare();
    const stop = new AbortController();
    const client = faultyClient({ rateLimit: 1 });
    const call = client.listGrades({ signal: stop.signal });
    const second = client.listGrades({ signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await expect(call).rejects.toThrow('enough');
    await expect(second).rejects.toThrow('enough');
  });

  it('before it is made', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(faultyClient().listGrades({ signal })).rejects.toThrow('enough');
    expect(calls).toEqual([]);
  });
});
