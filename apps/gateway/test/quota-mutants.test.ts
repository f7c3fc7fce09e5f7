import { setTimeout as pause } from 'node:timers/promises';
import { Admissions, PostgresQuotaStore } from '@gcd/auth/admission';
import { ServicePool } from '@gcd/database/pool';
import { asRole, runAdmin } from '@gcd/local';
import { testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from 'redis';

// These tests apply the quota checks to the product and to deliberately wrong implementations, to show that the checks
// detect errors.

const LIMIT = 200;

interface Admitted {
  readonly ok: boolean;
  readonly reset: number;
}
type Admit = () => Promise<Admitted>;
const openRedis = () => createClient({ url: testEnvironment('TEST_REDIS_URL') }).connect();

/**
 * Sends more simultaneous requests through three gateways than the limit allows.
 * @returns by how much the number of admitted requests exceeds the limit
 */
async function overAdmitted(gateways: readonly Admit[]): Promise<number> {
  const admissions = Array.from(
    { length: LIMIT * 3 },
    (_, index) => gateways[index % gateways.length] as Admit,
  );
  const outcomes = await Promise.all(admissions.map((admit) => admit()));
  return outcomes.filter(({ ok }) => ok).length - LIMIT;
}

/** Reads the reset time of a quota repeatedly for two seconds. @returns the number of distinct values */
async function resets(gateways: readonly Admit[]): Promise<number> {
  const seen = new Set<number>();
  for (let round = 0; round < 12; round += 1) {
    for (const admit of gateways) seen.add((await admit()).reset);
    await pause(180);
  }
  return seen.size;
}

let redis: Awaited<ReturnType<typeof openRedis>>;
let pool: ServicePool;
let made: Admissions[] = [];

beforeAll(async () => {
  redis = await openRedis();
  const gateway = asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL'))('gcd_gateway');
  pool = new ServicePool(gateway, 'mutants', () => undefined);
});

afterAll(async () => {
  for (const admissions of made) admissions.onApplicationShutdown();
  made = [];
  redis.destroy();
  await pool.onApplicationShutdown();
});

let names = 0;

function newName(): string {
  names += 1;
  return `mutant:${process.pid}:${names}`;
}

/** Creates the product's implementation of quotas, with three gateways. */
async function product(): Promise<Admit[]> {
  const env = { DATABASE_URL: testEnvironment('TEST_FIXTURE_DATABASE_URL') };
  const { account } = await runAdmin<{ account: number }>(
    ['keys', 'create', '--plan', 'test'],
    env,
  );
  const reports = {
    redisUnavailable: () => undefined,
    redisAvailable: () => undefined,
    failed: () => undefined,
  };
  const charge = { account, bucket: 'base', limit: LIMIT, period: 'day', cost: 1 } as const;
  const three = Array.from(
    { length: 3 },
    () =>
      new Admissions(
        testEnvironment('TEST_REDIS_URL'),
        new PostgresQuotaStore(pool),
        () => 3,
        reports,
      ),
  );
  made.push(...three);
  await eventually(async () => {
    expect(three.map(({ countsInRedis }) => countsInRedis)).toEqual([true, true, true]);
  });
  return three.map((admissions) => async () => {
    const { outcome, quota } = await admissions.admit(account, 1_000_000, charge);
    return { ok: outcome === 'admitted', reset: quota?.periodEnd ?? 0 };
  });
}

const DAY = 86_400;
const endOfDay = (now: number): number => (Math.floor(now / DAY) + 1) * DAY;

/** Creates a wrong implementation that reads the count, and writes the incremented count in a separate command. */
async function readThenIncrement(): Promise<Admit[]> {
  const name = newName();
  return Array.from({ length: 3 }, () => async () => {
    const used = Number((await redis.get(name)) ?? 0);
    if (used >= LIMIT) return { ok: false, reset: endOfDay(Date.now() / 1000) };
    await redis.set(name, used + 1);
    return { ok: true, reset: endOfDay(Date.now() / 1000) };
  });
}

/** Creates a wrong implementation that computes the reset time from the remaining TTL of the counter. */
async function resetFromTtl(): Promise<Admit[]> {
  const name = newName();
  // Start at a full second, so that the computed reset time varies within the second.
  await pause(1000 - (Date.now() % 1000));
  return Array.from({ length: 3 }, () => async () => {
    const used = await redis.incr(name);
    if (used === 1) await redis.expire(name, DAY);
    return { ok: used <= LIMIT, reset: Math.floor(Date.now() / 1000) + (await redis.ttl(name)) };
  });
}

/**
 * Creates a wrong implementation: each gateway determines the period by its own clock, and one of the clocks is
 * inaccurate.
 */
async function localClock(): Promise<Admit[]> {
  const name = newName();
  return [0, 0, DAY].map((off) => async () => {
    const reset = endOfDay(Date.now() / 1000 + off);
    const used = await redis.incr(`${name}:${reset}`);
    return { ok: used <= LIMIT, reset };
  });
}

describe('the quota implementation', () => {
  it('admits exactly as many requests as the limit', async () => {
    expect(await overAdmitted(await product())).toBe(0);
  });

  it('reports the same reset time throughout a period', async () => {
    expect(await resets(await product())).toBe(1);
  });
});

describe('the quota test rejects an implementation that', () => {
  it('reads the count before it increments it, and so admits too many requests', async () => {
    expect(await overAdmitted(await readThenIncrement())).toBeGreaterThan(0);
  });

  it('derives reset times from a TTL, so that they vary', async () => {
    expect(await resets(await resetFromTtl())).toBeGreaterThan(1);
  });

  it('uses local clocks, so that it admits too many requests and reset times vary', async () => {
    expect(await overAdmitted(await localClock())).toBeGreaterThan(0);
    expect(await resets(await localClock())).toBeGreaterThan(1);
  });
});
