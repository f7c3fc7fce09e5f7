import { createApiKey } from '@gcd/auth';
import { type ApiResponse, getFrom } from '@gcd/testing/api.js';
import { type Cluster, startCluster } from '@gcd/testing/cluster.js';
import { eventually } from '@gcd/testing/eventually.js';
import { startProxy, type TcpProxy } from '@gcd/testing/tcp-proxy.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

const CERT = '/v1/certs/psa/10000001';
// A wait in milliseconds, longer than the five seconds for which the gateway caches keys.
const PAST_CACHE_TTL_MS = 6500;

let cluster: Cluster;
let toDatabase: TcpProxy;
let toNats: TcpProxy;

beforeAll(async () => {
  cluster = await startCluster({
    gateways: 1,
    proxyDatabase: async (url) => {
      toDatabase = await startProxy(url);
      return toDatabase.url;
    },
    proxyNats: async (url) => {
      toNats = await startProxy(url);
      return toNats.url;
    },
  });
});

afterEach(async () => {
  toDatabase.mend();
  toNats.mend();
  await cluster.recover();
});

afterAll(async () => {
  await cluster.stop();
  toDatabase.close();
  toNats.close();
});

const get = (key: string, target = CERT): Promise<ApiResponse> =>
  getFrom(cluster.addresses[0] ?? '', target, { 'x-api-key': key });

/** Sends requests with a key continuously for some time. @returns the distinct statuses of the responses */
async function statusesFor(ms: number, key: string): Promise<Set<number>> {
  const seen = new Set<number>();
  for (const until = Date.now() + ms; Date.now() < until; ) seen.add((await get(key)).status);
  return seen;
}

describe('a gateway without PostgreSQL', () => {
  it('keeps accepting a cached key until it may have missed key invalidations, and no other key', async () => {
    const { key } = await cluster.account();
    expect((await get(key)).status).toBe(200);
    toDatabase.cut();
    expect(await statusesFor(PAST_CACHE_TTL_MS, key)).toEqual(new Set([200]));
    const { status, body } = await get(createApiKey().key);
    expect([status, body.error.code]).toEqual([503, 'internal_error']);
    toNats.cut();
    await eventually(async () => expect((await get(key, '/v1/usage')).status).toBe(503));
    toDatabase.mend();
    expect((await get(createApiKey().key)).status).toBe(401);
  });

  it('serves requests until the leased part of the quota is used up', async () => {
    const { key } = await cluster.account({ base: 200 });
    const { status, headers } = await get(key);
    expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, '199']);
    toDatabase.cut();
    let served = 1;
    let last = 200;
    while (last === 200) {
      last = (await get(key)).status;
      if (last === 200) served += 1;
    }
    expect(last).toBe(503);
    // The client can send five requests: one before the outage, and four from the gateway's lease, which is 2 % of the
    // quota.
    expect(served).toBe(5);
    toDatabase.mend();
    while ((await get(key)).status === 200) served += 1;
    expect(served).toBe(200);
  });

  it('returns 503 without charging if Redis is also unavailable', async () => {
    const { key } = await cluster.account({ base: 500 });
    expect((await get(key)).status).toBe(200);
    toDatabase.cut();
    process.kill(cluster.redis.pid, 'SIGKILL');
    await cluster.redis.exited;
    const { status, body, headers } = await get(key);
    expect([status, body.error.code]).toEqual([503, 'internal_error']);
    expect(headers.get('x-ratelimit-remaining')).toBeNull();
  });
});
