import type { Charge } from '@gcd/auth';
import type { Quota } from '@gcd/auth/admission';
import { ServicePool } from '@gcd/database/pool';
import { asRole } from '@gcd/local';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addQuota,
  admitMixed,
  fillUp,
  openAdmissions,
  type TestGatewayAdmissions,
} from '@gcd/testing/admissions.js';
import { testEnvironment } from '@gcd/testing/api.js';

// Number of requests with different costs. tools/soak/admissions.soak.ts runs this test with more requests.
const ADMISSIONS = 20_000;
const NO_REDIS = 'redis://127.0.0.1:1';

let pool: ServicePool;
let gateways: TestGatewayAdmissions[] = [];
beforeAll(() => {
  const url = asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL'))('gcd_gateway');
  pool = new ServicePool(url, 'costs', () => undefined);
});
afterEach(() => {
  for (const { admissions } of gateways) admissions.onApplicationShutdown();
  gateways = [];
});
afterAll(() => pool.onApplicationShutdown());

/**
 * Creates an `Admissions` object for each gateway.
 * @returns a function that tests whether any gateway has lost its connection to Redis. In that case, requests that were
 * in flight may have been charged twice
 */
async function open(redisUrl: string): Promise<() => boolean> {
  gateways = await openAdmissions(pool, redisUrl);
  return () => redisUrl !== NO_REDIS && gateways.some(({ losses }) => losses() > 0);
}

describe.each([
  ['Redis', () => testEnvironment('TEST_REDIS_URL')],
  ['the gateways themselves', () => NO_REDIS],
])('requests with different costs, charged by %s:', (_where, redisUrl) => {
  it('are charged up to exactly the limit, even if some are refunded', async () => {
    const lostRedis = await open(redisUrl());
    const limit = 200_000;
    const quota = await addQuota(limit);
    const result = await admitMixed(gateways, quota, ADMISSIONS);
    expect(result.rejected).toBeGreaterThan(ADMISSIONS / 10);
    expect(result.refunded).toBeGreaterThan(ADMISSIONS / 100);
    expect(result.wronglyRejected).toBe(0);
    // On a busy machine, a lease may take too long.
    expect(result.unanswered).toBeLessThan(ADMISSIONS / 100);
    expect(result.charged).toBeLessThanOrEqual(limit);
    const charged = result.charged + (await fillUp(gateways, quota));
    expect(charged).toBeLessThanOrEqual(limit);
    if (!lostRedis()) expect(charged).toBe(limit);
  });

  it('are admitted with their full cost or not at all', async () => {
    const lostRedis = await open(redisUrl());
    const quota = await addQuota(1050);
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const { admissions } = gateways[index % gateways.length] as TestGatewayAdmissions;
        return admissions.admit(quota.account, 1_000_000, { ...quota, cost: 100 });
      }),
    );
    const admitted = outcomes.filter(({ outcome }) => outcome === 'admitted').length;
    expect(admitted).toBeLessThanOrEqual(10);
    // Part of the quota may remain, because the rest of a gateway's lease may be too small for the next request.
    if (redisUrl() !== NO_REDIS && !lostRedis()) {
      expect(admitted).toBe(10);
      expect(outcomes.at(-1)?.quota).toMatchObject({ used: 1000 });
    }
    expect(admitted * 100 + (await fillUp(gateways, quota))).toBeLessThanOrEqual(1050);
  });

  it('are rejected without a charge if their cost exceeds the whole limit', async () => {
    await open(redisUrl());
    const quota = await addQuota(50);
    const [{ admissions }] = gateways as [TestGatewayAdmissions];
    const rejected = await admissions.admit(quota.account, 1_000_000, { ...quota, cost: 51 });
    expect(rejected).toMatchObject({ outcome: 'quota_exceeded', quota: { used: 0, limit: 50 } });
    const admitted = await admissions.admit(quota.account, 1_000_000, { ...quota, cost: 50 });
    expect(admitted).toMatchObject({ outcome: 'admitted', quota: { used: 50 } });
  });
});

it('a gateway without a lease for an account refunds the full cost through PostgreSQL', async () => {
  await open(NO_REDIS);
  const quota = await addQuota(100);
  const [spender, other] = gateways as [TestGatewayAdmissions, TestGatewayAdmissions];
  const charge: Charge = { ...quota, cost: 100 };
  const { outcome, quota: state } = await spender.admissions.admit(quota.account, 1000, charge);
  expect(outcome).toBe('admitted');
  await other.admissions.refund(charge, state as Quota);
  expect(await other.admissions.admit(quota.account, 1000, charge)).toMatchObject({
    outcome: 'admitted',
  });
});
