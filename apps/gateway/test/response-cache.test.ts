import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type ApiResponse, getFrom } from '@gcd/testing/api.js';
import { type Cluster, startCluster } from '@gcd/testing/cluster.js';
import { eventually } from '@gcd/testing/eventually.js';
import { countRequests } from '@gcd/testing/service-requests.js';

let cluster: Cluster;
let listener: NatsConnection;
let key: string;

beforeAll(async () => {
  cluster = await startCluster({
    gateways: 1,
    environment: { RESPONSE_CACHE_MB: '1', ACCESS_LOG_SAMPLE_RATIO: '0' },
  });
  ({ key } = await cluster.account({ base: 1000 }));
  listener = await connect({ servers: cluster.natsUrl });
});

afterAll(async () => {
  await listener?.close();
  await cluster?.stop();
});

const lookUp = (cert: string, rest = '', encoding = 'identity'): Promise<ApiResponse> =>
  getFrom(cluster.addresses[0] as string, `/v1/certs/psa${cert && `/${cert}`}${rest}`, {
    'x-api-key': key,
    'accept-encoding': encoding,
  });

/** Sends requests. @returns the responses, and the number of requests that reached the service */
async function counting(send: () => Promise<ApiResponse[]>): Promise<[ApiResponse[], number]> {
  const requests = await countRequests(listener, 'certs');
  const responses = await send();
  const count = await requests.count();
  requests.stop();
  return [responses, count];
}

/** Sends equal requests. @returns the responses, of which all but the first came from the cache */
async function cached(send: () => Promise<ApiResponse[]>): Promise<ApiResponse[]> {
  const [responses, count] = await counting(send);
  expect(count).toBeLessThanOrEqual(1);
  return responses;
}

it('the response cache serves a repeated request without calling the service, but with a new request id, and charges for it', async () => {
  const responses = await cached(async () => [await lookUp('10000001'), await lookUp('10000001')]);
  const [first, second] = responses as [ApiResponse, ApiResponse];
  expect(second.body.data).toEqual(first.body.data);
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  expect(second.body.meta.request_id).not.toBe(first.body.meta.request_id);
  expect(Number(second.headers.get('x-ratelimit-remaining'))).toBe(
    Number(first.headers.get('x-ratelimit-remaining')) - 1,
  );
});

it('the response cache stores a separate response for each combination of parameters', async () => {
  const [[plain, parsed]] = await counting(async () => [
    await lookUp('10000001'),
    await lookUp('10000001', '?parsed_description=true'),
  ]);
  expect(plain?.body.data.parsed_description).toBeUndefined();
  expect(parsed?.body.data.parsed_description).toBeDefined();
});

it('the response cache stores neither errors nor responses to operations that are not cacheable', async () => {
  const [, count] = await counting(async () => [
    await lookUp('999'),
    await lookUp('999'),
    await lookUp('', '?certs=10000001'),
    await lookUp('', '?certs=10000001'),
  ]);
  expect(count).toBe(4);
});

it('the response cache compresses large responses for clients that accept it', async () => {
  const large = '?include=population,source,parsed_description';
  const responses = await cached(async () => [
    await lookUp('10000001', large, 'identity'),
    await lookUp('10000001', large, 'gzip'),
    await lookUp('10000001', large, 'gzip'),
    await lookUp('10000001', large, 'identity'),
  ]);
  expect(responses.map(({ headers }) => headers.get('content-encoding'))).toEqual([
    null,
    'gzip',
    'gzip',
    null,
  ]);
  for (const { body } of responses) expect(body.data).toEqual(responses[0]?.body.data);
  expect(new Set(responses.map(({ headers }) => headers.get('etag'))).size).toBe(1);
  for (const { body, headers } of responses) {
    expect(body.meta.request_id).toBe(headers.get('x-request-id'));
  }
});

it('the response cache serves no requests above the quota', async () => {
  const account = await cluster.account({ base: 2 });
  const url = cluster.addresses[0] as string;
  const get = () => getFrom(url, '/v1/certs/psa/10000001', { 'x-api-key': account.key });
  const statuses = [(await get()).status, (await get()).status, (await get()).status];
  expect(statuses).toEqual([200, 200, 429]);
});

it('the response cache serves no requests with an unknown parameter and Prefer: handling=strict', async () => {
  const url = cluster.addresses[0] as string;
  const get = (path: string, prefer: Record<string, string> = {}) =>
    getFrom(url, path, { 'x-api-key': key, ...prefer });
  await get('/v1/certs/psa/10000001');
  const ignored = await get('/v1/certs/psa/10000001?colour=red');
  expect(ignored.headers.get('x-ignored-parameters')).toBe('colour');
  const strict = await get('/v1/certs/psa/10000001?colour=red', { prefer: 'handling=strict' });
  expect(strict.status).toBe(400);
  const applied = await get('/v1/certs/psa/10000001', { prefer: 'handling=strict' });
  expect(applied.headers.get('preference-applied')).toBe('handling=strict');
});

it('the gateway logs errors even if it logs no successful requests', async () => {
  const url = cluster.addresses[0] as string;
  const found = await getFrom(url, '/v1/certs/psa/10000001', { 'x-api-key': key });
  const missing = await getFrom(url, '/v1/certs/psa/999', { 'x-api-key': key });
  const logged = (): string => readFileSync(path.join(cluster.logDir, 'gateway.log'), 'utf8');
  await eventually(async () =>
    expect(logged()).toContain(missing.headers.get('x-request-id') as string),
  );
  expect(logged()).not.toContain(found.headers.get('x-request-id'));
});
