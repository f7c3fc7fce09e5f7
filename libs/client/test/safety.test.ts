import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BadRequestError, GradedCardDataClient, RedirectError } from '@gcd/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

const KEY = 'a-secret-key';
const GRADES = [{ grade: '1' }];

// The API redirects; the other server must never be sent a key.
let api: Server;
let other: Server;
let redirect: { readonly status: number; readonly location: string } | undefined;
let requests: IncomingMessage[];
let otherRequests: IncomingMessage[];

const addressOf = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function listen(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return server;
}

beforeAll(async () => {
  const body = JSON.stringify({ data: GRADES, meta: {} });
  other = await listen(
    createServer((request, response) => {
      otherRequests.push(request);
      response.end(body);
    }),
  );
  api = await listen(
    createServer((request, response) => {
      requests.push(request);
      if (redirect && request.url !== '/moved') {
        response.writeHead(redirect.status, { location: redirect.location }).end();
      } else response.end(body);
    }),
  );
});
afterAll(() => {
  for (const server of [api, other]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  redirect = undefined;
  requests = [];
  otherRequests = [];
});

const client = (): GradedCardDataClient =>
  new GradedCardDataClient({ baseUrl: addressOf(api), apiKey: KEY, rateLimit: 1000, budget: 1 });

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('refuses %i to another origin', async (status) => {
    redirect = { status, location: `${addressOf(other)}/v1/grades` };
    const error = await client()
      .listGrades()
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(RedirectError);
    expect(error).toMatchObject({ code: 'redirected', status });
    expect(error.message).toContain(addressOf(other));
    expect(otherRequests).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['another scheme', () => addressOf(api).replace('http:', 'https:')],
    ['another host', () => addressOf(other).replace('127.0.0.1', 'localhost')],
    ['a protocol-relative address', () => addressOf(other).replace('http:', '')],
    ['no HTTP address', () => 'data:application/json,{"data":[]}'],
    ['an invalid address', () => 'http://:::'],
  ])('refuses %s', async (_name, location) => {
    redirect = { status: 302, location: location() };
    await expect(client().listGrades()).rejects.toBeInstanceOf(RedirectError);
    expect(otherRequests).toEqual([]);
  });

  it('follows a redirect within the origin, with the key', async () => {
    redirect = { status: 308, location: '/moved' };
    expect(await client().listGrades()).toEqual(GRADES);
    expect(requests.map(({ url }) => url)).toEqual(['/v1/grades', '/moved']);
    expect(requests[1]?.headers['x-api-key']).toBe(KEY);
  });

  it('gives up a loop', async () => {
    redirect = { status: 302, location: '/v1/grades' };
    await expect(client().listGrades()).rejects.toBeInstanceOf(RedirectError);
    expect(requests).toHaveLength(6);
  });
});

describe('ids that would lead to another path', () => {
  const methods: [string, (id: string) => Promise<unknown>][] = [
    ['lookupCert', (id) => client().lookupCert('psa', id)],
    ['lookupCert, grader', (id) => client().lookupCert(id as 'psa', '1')],
    ['getCertImages', (id) => client().getCertImages('psa', id)],
    ['getCard', (id) => client().getCard(id)],
    ['getCardHistory', (id) => client().getCardHistory(id)],
    ['lookupSpec', (id) => client().lookupSpec(id)],
    ['downloadCatalog', (id) => client().downloadCatalog(id as 'psa')],
  ];

  describe.each(['.', '..', ''])('"%s"', (id) => {
    it.each(methods)('%s rejects it and sends nothing', async (_name, method) => {
      await expect(method(id)).rejects.toBeInstanceOf(BadRequestError);
      expect(requests).toEqual([]);
    });
  });

  it.each(['../grades', 'a/../../b', '%2e%2e', '..%2f', '\\..\\', '...', '?x=1', '#x', ' '])(
    'sends %j as one segment',
    async (id) => {
      await client().getCard(id);
      expect(requests.map(({ url }) => url)).toEqual([`/v1/cards/${encodeURIComponent(id)}`]);
    },
  );
});
