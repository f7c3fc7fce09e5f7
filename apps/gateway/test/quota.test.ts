import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestPlan } from '@gcd/testing/account.js';
import { fixtureCard, getFrom } from '@gcd/testing/api.js';
import { type Cluster, startCluster } from '@gcd/testing/cluster.js';

const CERT = '/v1/certs/psa/10000001';
const NO_SERVICE = `/v1/cards/${fixtureCard('1a')}/population`;
const NO_HEADERS = { bucket: null, limit: null, remaining: null, reset: null };

let cluster: Cluster;
let address: string;
beforeAll(async () => {
  cluster = await startCluster({ gateways: 1 });
  address = cluster.addresses[0] ?? '';
});
afterAll(() => cluster.stop());

async function client(plan?: TestPlan) {
  const { key } = await cluster.account(plan);
  return async (target: string, more: Record<string, string> = {}) => {
    const { status, headers, body } = await getFrom(address, target, { 'x-api-key': key, ...more });
    const quota = Object.fromEntries(
      ['bucket', 'limit', 'remaining', 'reset'].map((name) => [
        name,
        headers.get(`x-ratelimit-${name}`),
      ]),
    );
    return { status, code: body?.error?.code, data: body?.data, headers, quota };
  };
}

const tomorrow = (): number => (Math.floor(Date.now() / 86_400_000) + 1) * 86_400;

describe('quota headers', () => {
  it('count down to zero with a constant reset time, and the next request returns 429 [S239 S247 S264 S270 S271 S275 S276]', async () => {
    const get = await client({ base: 3 });
    const reset = String(tomorrow());
    for (const remaining of ['2', '1', '0']) {
      const { status, quota } = await get(CERT);
      expect([status, quota]).toEqual([200, { bucket: 'base', limit: '3', remaining, reset }]);
    }
    const { status, code, quota, headers } = await get(CERT);
    expect([status, code]).toEqual([429, 'quota_exceeded']);
    expect(quota).toEqual({ bucket: 'base', limit: '3', remaining: '0', reset });
    const seconds = Number(headers.get('retry-after'));
    expect(Math.abs(seconds - (tomorrow() - Date.now() / 1000))).toBeLessThan(3);
    expect((await get('/v1/usage')).data.buckets[0]).toMatchObject({ used: 3, remaining: 0 });
  });

  it('give the end of the month as the reset time if the period is a month [S264 S276]', async () => {
    const { quota } = await (await client({ base: 10, period: 'month' }))(CERT);
    const now = new Date();
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) / 1000;
    expect(quota.reset).toBe(String(end));
  });
});

describe('quota headers of failed requests', () => {
  it.each([
    ['a request that fails with a server error', NO_SERVICE, 503],
    ['a request without permission', `${CERT}/images`, 403],
  ])('does not charge the quota for %s [S225 S237 S244 S269]', async (_what, target, status) => {
    const get = await client({ base: 10 });
    const response = await get(target);
    expect([response.status, response.quota]).toEqual([status, NO_HEADERS]);
    expect((await get(CERT)).quota.remaining).toBe('9');
  });
});

describe('admission', () => {
  it('checks permissions before quotas [S161]', async () => {
    const get = await client({ base: 0 });
    expect((await get(CERT)).code).toBe('quota_exceeded');
    expect((await get(`${CERT}/images`)).code).toBe('forbidden');
  });

  it('checks the rate limit before permissions, and sends no quota headers if it is exceeded [S239 S246 S278 S279]', async () => {
    const get = await client({ base: 10, rate: 1 });
    await get(CERT);
    const { status, code, quota, headers } = await get(`${CERT}/images`);
    expect([status, code, quota]).toEqual([429, 'rate_limited', NO_HEADERS]);
    expect(headers.get('retry-after')).toBe('1');
    expect(headers.get('ratelimit')).toBeNull();
  });

  it('checks quotas before the route and the parameters', async () => {
    const get = await client({ base: 0 });
    expect((await get('/v1/nothing')).code).toBe('quota_exceeded');
    expect((await get(`${CERT}?psa_dna=1`)).code).toBe('quota_exceeded');
  });
});

describe('GET /v1/usage', () => {
  it('reports the plan and the remaining requests in each limited bucket', async () => {
    const get = await client({ rate: 50, base: 10, images: 5, permissions: ['images', 'history'] });
    await get(CERT);
    await get(CERT);
    const { status, data } = await get('/v1/usage');
    const reset = tomorrow();
    expect(status).toBe(200);
    expect(data).toEqual({
      plan: expect.stringMatching(/^test-/),
      period: 'day',
      buckets: [
        { bucket: 'base', limit: 10, used: 2, remaining: 8, reset },
        { bucket: 'read:images', limit: 5, used: 0, remaining: 5, reset },
      ],
      rate_limit_per_second: 50,
      permissions: ['images', 'history'],
      catalogs: [],
    });
  });

  it('sends an ETag, and returns 304 until the usage changes', async () => {
    const get = await client({ base: 10 });
    const etag = (await get('/v1/usage')).headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    const unchanged = await get('/v1/usage', { 'if-none-match': etag });
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, etag]);
    await get(CERT);
    expect((await get('/v1/usage', { 'if-none-match': etag })).status).toBe(200);
  });
});

describe('admin status', () => {
  it("prints each key's usage to within one lease", async () => {
    const { id, key } = await cluster.account({ base: 60_000 });
    for (let sent = 0; sent < 3; sent += 1) await getFrom(address, CERT, { 'x-api-key': key });
    const { keys } = await cluster.admin<{ keys: { id: string; usage: unknown[] }[] }>('status');
    const usage = keys.find((each) => each.id === id)?.usage;
    expect(usage).toEqual([
      { bucket: 'base', since: expect.any(String), used_at_most: expect.any(Number) },
    ]);
    const [{ used_at_most }] = usage as [{ used_at_most: number }];
    expect(used_at_most).toBeGreaterThanOrEqual(3);
    expect(used_at_most).toBeLessThanOrEqual(3 + 60);
  });
});

describe('the end of a quota period', () => {
  it('makes the full quota of the next period available immediately', async () => {
    const get = await client({ base: 5, period: '2s' });
    const counted = new Map<string, number>();
    const until = Date.now() + 8500;
    while (Date.now() < until) {
      const { status, quota } = await get(CERT);
      expect(Number(quota.reset) % 2).toBe(0);
      const before = counted.get(quota.reset ?? '') ?? 0;
      if (status === 200) counted.set(quota.reset ?? '', before + 1);
      if (status === 200) expect(quota.remaining).toBe(String(4 - before));
    }
    // The test may have covered only part of the first and last periods.
    const whole = [...counted.values()].slice(1, -1);
    expect(whole.length).toBeGreaterThanOrEqual(2);
    expect(new Set(whole)).toEqual(new Set([5]));
  });
});
