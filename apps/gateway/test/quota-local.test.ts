import { setImmediate as tick } from 'node:timers/promises';
import { Admissions, PostgresQuotaStore } from '@gcd/auth/admission';
import { ServicePool } from '@gcd/database/pool';
import { asRole } from '@gcd/local';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg, { type QueryConfig, type QueryResultRow } from 'pg';
import { addAccount } from '@gcd/testing/account.js';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { type Cluster, startCluster } from '@gcd/testing/cluster.js';
import { query } from '@gcd/testing/database.js';
import { eventually } from '@gcd/testing/eventually.js';

const CERT = '/v1/certs/psa/10000001';
const DATABASE_URL = (): string => testEnvironment('TEST_FIXTURE_DATABASE_URL');

describe('gateways without Redis', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
    process.kill(cluster.redis.pid, 'SIGKILL');
    await cluster.redis.exited;
  });
  afterAll(() => cluster.stop());

  const get = (key: string, gateway = 0) =>
    getFrom(cluster.addresses[gateway] ?? '', CERT, { 'x-api-key': key });

  it("divide an account's rate limit by the number of live gateways", async () => {
    const RATE = 30;
    /**
     * Sends a burst of requests from a new account to one gateway.
     * @returns the number of admitted requests. This is the gateway's share of the rate limit if the burst takes less
     * than a second
     */
    const share = async (): Promise<number> => {
      const { key } = await cluster.account({ rate: RATE });
      const statuses = await Promise.all(
        Array.from({ length: RATE }, async () => (await get(key)).status),
      );
      return statuses.filter((status) => status === 200).length;
    };
    await eventually(async () => expect(await share()).toBe(RATE / 3), 20_000);
    cluster.gateways[1]?.kill('SIGKILL');
    await eventually(async () => expect(await share()).toBe(RATE / 2), 20_000);
    cluster.gateways[2]?.kill('SIGKILL');
    await eventually(async () => expect(await share()).toBe(RATE), 20_000);
  });

  it('look up keys even while every request for a lease waits for a lock', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 20 }, () => addAccount(DATABASE_URL(), { base: 50 })),
    );
    for (const { key } of accounts) expect((await get(key)).status).toBe(200);
    const { key: unknown } = await cluster.account();
    const lock = new pg.Client(DATABASE_URL());
    await lock.connect();
    try {
      await lock.query('begin; lock table quota_ceilings');
      const waiting = accounts.flatMap(({ key }) => [get(key), get(key), get(key)]);
      await eventually(async () => {
        const [row] = await query<{ locked: number }>(
          DATABASE_URL(),
          `select count(*)::int as locked from pg_stat_activity
           where wait_event_type = 'Lock' and application_name = 'gcd-gateway'`,
        );
        expect(row?.locked).toBe(8);
      });
      expect((await get(unknown)).status).toBe(200);
      await lock.query('rollback');
      await Promise.all(waiting);
    } finally {
      await lock.end();
    }
  });
});

describe('one gateway without Redis', () => {
  // Number of requests in the quota, large enough for leases of 50.
  const LIMIT = 50_000;
  const REQUESTS = 5000;
  let pool: CountingPool;
  let admissions: Admissions;

  class CountingPool extends ServicePool {
    queries = 0;

    override rows<Row extends QueryResultRow>(statement: QueryConfig): Promise<Row[]> {
      this.queries += 1;
      return super.rows(statement);
    }
  }

  beforeEach(() => {
    pool = new CountingPool(asRole(DATABASE_URL())('gcd_gateway'), 'local', () => undefined);
    const reports = {
      redisUnavailable: () => undefined,
      redisAvailable: () => undefined,
      failed: () => undefined,
    };
    const postgres = new PostgresQuotaStore(pool);
    admissions = new Admissions('redis://127.0.0.1:1', postgres, () => 1, reports);
  });
  afterEach(async () => {
    admissions.onApplicationShutdown();
    await pool.onApplicationShutdown();
  });

  async function newAccount(): Promise<number> {
    const { id } = await addAccount(DATABASE_URL());
    const [row] = await query<{ account: number }>(
      DATABASE_URL(),
      'select account from api_keys where id = $1',
      [id],
    );
    return row?.account ?? 0;
  }

  it('writes to PostgreSQL once per lease instead of once per request', async () => {
    const account = await newAccount();
    const charge = { account, bucket: 'base', limit: LIMIT, period: 'day', cost: 1 } as const;
    const admit = async (): Promise<void> => {
      expect((await admissions.admit(account, 1_000_000, charge)).outcome).toBe('admitted');
    };
    for (let request = 0; request < REQUESTS; request += 1) await admit();
    expect(pool.queries).toBeLessThanOrEqual(REQUESTS / 30);
    const before = pool.queries;
    await Promise.all(Array.from({ length: REQUESTS }, admit));
    expect(pool.queries - before).toBeLessThanOrEqual(REQUESTS / 100);
  });

  it('keeps the whole lease if a batch is refunded just before the lease is extended', async () => {
    const account = await newAccount();
    const limit = 103;
    const chargeOf = (cost: number) =>
      ({ account, bucket: 'base', limit, period: 'day', cost }) as const;
    const admit = (cost: number) => admissions.admit(account, 1_000_000, chargeOf(cost));
    const { quota } = await admit(100);
    // This request uses up the lease, so an extension starts in the next event-loop tick.
    await admit(2);
    if (quota) await admissions.refund(chargeOf(100), quota);
    await tick();
    expect(await admit(101)).toMatchObject({ outcome: 'admitted', quota: { used: 103 } });
  });
});
