import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GradedCardDataClient } from '@gcd/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { collectWaits } from './clients.ts';

// The tests in clients/scenarios cover the behavior that all clients share.

type Respond = (response: ServerResponse) => void;

const GRADES = [{ grade: '1' }];

let server: Server;
let requests: string[];
/** Functions that create the first responses. All later responses are successful. */
let first: Respond[];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const respond = first.shift();
    if (respond) return respond(response);
    response.end(JSON.stringify({ data: GRADES, meta: {} }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  first = [];
});

const neverResponds: Respond = () => undefined;

const failsWith =
  (status: number, code: string, retryAfter: string): Respond =>
  (response) => {
    const body = JSON.stringify({ error: { code, message: 'The reason.' }, meta: {} });
    response.writeHead(status, { 'retry-after': retryAfter }).end(body);
  };

function clientOf(options: object = {}): GradedCardDataClient {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return new GradedCardDataClient({ baseUrl, apiKey: 'a-key', rateLimit: 1000, ...options });
}

describe('the client', () => {
  it('retries a request that gets no response within the timeout', async () => {
    first = [neverResponds];
    const { waits, onWait } = collectWaits();
    expect(await clientOf({ onWait, timeout: 0.5 }).listGrades()).toEqual(GRADES);
    // On a busy machine, a retry may also take longer than the timeout.
    expect(waits[0]).toMatchObject({ code: 'connection_failed' });
  });

  it('delays all requests after a 429 response', async () => {
    first = [failsWith(429, 'rate_limited', '1')];
    const client = clientOf({ rateLimit: 1 });
    await Promise.all([client.listGrades(), client.listGrades()]);
    expect(requests).toHaveLength(3);
  });

  it("requests the key's rate limit again if the first attempt fails", async () => {
    first = [failsWith(401, 'invalid_api_key', '1')];
    const client = clientOf({ rateLimit: undefined });
    await expect(client.listGrades()).rejects.toMatchObject({ code: 'invalid_api_key' });
    first = [(response) => response.end('{"data": {"rate_limit_per_second": 50}}')];
    expect(await client.listGrades()).toEqual(GRADES);
    expect(requests).toEqual(['/v1/usage', '/v1/usage', '/v1/grades']);
  });

  it('does not delay later requests by more than a minute after a 429 response', async () => {
    first = [failsWith(429, 'rate_limited', '100000')];
    const client = clientOf();
    await expect(client.listGrades()).rejects.toMatchObject({ retryAfter: 100_000 });
    expect(client.waitSeconds).toBeLessThanOrEqual(60);
  });
});

describe('creating a client', () => {
  it.each([
    '',
    'localhost:3000',
    'ftp://localhost',
    'http://localhost?x=1',
    'http://localhost:99999',
  ])('fails if the base URL is "%s"', (baseUrl) =>
    expect(() => clientOf({ baseUrl })).toThrow('must be an http or https URL'),
  );

  it.each([{ apiKey: 'a-secret\nkey' }, { apiKey: 'a-secrét' }, { baseUrl: 'http://a:secr@b' }])(
    'fails without showing the secret in %j',
    (options) => {
      expect(() => clientOf(options)).toThrow(TypeError);
      expect(() => clientOf(options)).not.toThrow('secr');
    },
  );
});

describe('aborting the signal cancels a request that', () => {
  it.each<[string, () => void]>([
    ['was sent', () => first.push(neverResponds)],
    ['is waiting to be retried', () => first.push(failsWith(503, 'internal_error', '50'))],
    [
      'is waiting in the queue',
      () => {
        first.push(failsWith(429, 'rate_limited', '50'), failsWith(429, 'rate_limited', '50'));
      },
    ],
  ])('%s', async (_name, prepare) => {
    prepare();
    const stop = new AbortController();
    const client = clientOf({ rateLimit: 1 });
    const sent = client.listGrades({ signal: stop.signal });
    const queued = client.listGrades({ signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await expect(sent).rejects.toThrow('enough');
    await expect(queued).rejects.toThrow('enough');
  });

  it('has not been sent', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(clientOf().listGrades({ signal })).rejects.toThrow('enough');
    expect(requests).toEqual([]);
  });
});
