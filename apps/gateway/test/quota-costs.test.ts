import { setImmediate as tick } from 'node:timers/promises';
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
import type { QueryConfig, QueryResultRow } from 'pg';

// Number of requests with different costs.
const ADMISSIONS = 20_000;
/** Number of requests that use several leases of 50. */
const REQUESTS = 2000;
const NO_REDIS = 'redis://127.0.0.1:1';

class CountingPool extends ServicePool {
  queries = 0;

  override rows<Row extends QueryResultRow>(statement: QueryConfig): Promise<Row[]> {
    this.queries += 1;
    return super.rows(statement);
  }
}

let pool: CountingPool;
let gateways: TestGatewayAdmissions[] = [];
beforeAll(() => {
  const url = asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL'))('gcd_gateway');
  pool = new CountingPool(url, 'costs', () => undefined);
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

describe('one gateway without Redis', () => {
  /** Starts a gateway. @returns a function that admits requests of a new account */
  async function start(limit: number) {
    gateways = await openAdmissions(pool, NO_REDIS, 1);
    const [{ admissions }] = gateways as [TestGatewayAdmissions];
    const quota = await addQuota(limit);
    const admit = (cost: number) => admissions.admit(quota.account, 1_000_000, { ...quota, cost });
    return { admissions, quota, admit };
  }

  it('writes to PostgreSQL once per lease instead of once per request', async () => {
    const { admit } = await start(50_000);
    const before = pool.queries;
    for (let sent = 0; sent < REQUESTS; sent += 1) {
      expect((await admit(1)).outcome).toBe('admitted');
    }
    expect(pool.queries - before).toBeLessThanOrEqual(REQUESTS / 30);
    const between = pool.queries;
    await Promise.all(Array.from({ length: REQUESTS }, () => admit(1)));
    expect(pool.queries - between).toBeLessThanOrEqual(REQUESTS / 100);
  });

  it('keeps the whole lease if a batch is refunded just before the lease is extended', async () => {
    const { admissions, quota, admit } = await start(103);
    const { quota: state } = await admit(100);
    // This request uses up the lease, so an extension starts in the next event-loop tick.
    await admit(2);
    await admissions.refund({ ...quota, cost: 100 }, state as Quota);
    await tick();
    expect(await admit(101)).toMatchObject({ outcome: 'admitted', quota: { used: 103 } });
  });
});
