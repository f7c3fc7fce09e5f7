import type { Charge } from '@gcd/auth';
import { Admissions, PostgresQuotaStore, type Quota, remaining } from '@gcd/auth/admission';
import type { ServicePool } from '@gcd/database/pool';
import { addAccount, type TestPlan } from './account.ts';
import { testEnvironment } from './api.ts';
import { query } from './database.ts';
import { eventually } from './eventually.ts';

/** The quota to charge. The cost is specified separately for each request. */
export type TestQuota = Omit<Charge, 'cost'>;

/** Admits requests as a single gateway does. */
export interface TestGatewayAdmissions {
  readonly admissions: Admissions;
  /** Returns how many times the gateway has lost its connection to Redis. */
  readonly losses: () => number;
}

/**
 * Creates the {@link TestGatewayAdmissions} of several gateways.
 * @param redisUrl URL of Redis; if no server listens there, each gateway charges requests to its own leases
 */
export async function openAdmissions(
  pool: ServicePool,
  redisUrl: string,
  gateways = 3,
): Promise<TestGatewayAdmissions[]> {
  const opened = Array.from({ length: gateways }, () => {
    let losses = 0;
    const admissions = new Admissions(redisUrl, new PostgresQuotaStore(pool), () => gateways, {
      redisUnavailable: () => {
        losses += 1;
      },
      redisAvailable: () => undefined,
      failed: () => undefined,
    });
    return { admissions, losses: () => losses };
  });
  if (redisUrl === testEnvironment('TEST_REDIS_URL')) {
    await eventually(async () => {
      if (!opened.every(({ admissions }) => admissions.countsInRedis)) throw new Error('no Redis');
    });
  }
  return opened;
}

/** Creates an account with a daily quota. */
export async function addQuota(limit: number, plan: TestPlan = {}): Promise<TestQuota> {
  const databaseUrl = testEnvironment('TEST_FIXTURE_DATABASE_URL');
  const { id } = await addAccount(databaseUrl, { base: limit, ...plan });
  const [row] = await query<{ account: number }>(
    databaseUrl,
    'select account from api_keys where id = $1',
    [id],
  );
  return { account: row?.account ?? 0, bucket: 'base', limit, period: 'day' };
}

export interface MixedResult {
  readonly admitted: number;
  readonly rejected: number;
  readonly refunded: number;
  /** Total cost of admitted requests that were not refunded. */
  readonly charged: number;
  /** Number of requests that were rejected although the reported quota was sufficient. */
  readonly wronglyRejected: number;
  /** Number of requests for which no quota could be leased in time. They are not charged. */
  readonly unanswered: number;
}

const COSTS = [1, 1, 1, 1, 2, 5, 10, 37, 100];
const RATE = 1_000_000_000;
const IN_FLIGHT = 96;

/**
 * Sends requests with different costs to several gateways at the same time, and refunds one in sixteen.
 * @param count number of requests
 */
export async function admitMixed(
  gateways: readonly TestGatewayAdmissions[],
  quota: TestQuota,
  count: number,
): Promise<MixedResult> {
  const result = {
    ...{ admitted: 0, rejected: 0, refunded: 0, charged: 0 },
    ...{ wronglyRejected: 0, unanswered: 0 },
  };
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < count) {
      const index = next++;
      const { admissions } = gateways[index % gateways.length] as TestGatewayAdmissions;
      const cost = COSTS[(index * 7919) % COSTS.length] ?? 1;
      const charge: Charge = { ...quota, cost };
      const admission = await admissions.admit(quota.account, RATE, charge).catch(() => null);
      if (admission === null) {
        result.unanswered += 1;
        continue;
      }
      const { outcome, quota: state } = admission;
      if (outcome === 'admitted') {
        result.admitted += 1;
        result.charged += cost;
        if (index % 16 !== 3) continue;
        result.refunded += 1;
        result.charged -= cost;
        await admissions.refund(charge, state as Quota);
      } else {
        result.rejected += 1;
        if (state && remaining(state) >= cost) result.wronglyRejected += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, client));
  return result;
}

/** Sends requests with a cost of 1 until every gateway has rejected one. @returns the number of admitted requests */
export async function fillUp(
  gateways: readonly TestGatewayAdmissions[],
  quota: TestQuota,
): Promise<number> {
  let charged = 0;
  for (const { admissions } of gateways) {
    while (
      (await admissions.admit(quota.account, RATE, { ...quota, cost: 1 })).outcome === 'admitted'
    ) {
      charged += 1;
    }
  }
  return charged;
}
