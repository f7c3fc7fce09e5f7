import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addAccount } from '@gcd/testing/account.js';
import { fixtureCard, getFrom, testEnvironment } from '@gcd/testing/api.js';
import { type Cluster, startCluster } from '@gcd/testing/cluster.js';
import { eventually } from '@gcd/testing/eventually.js';
import { isCounted, load, send, type TimedResponse, tally } from '@gcd/testing/load.js';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

const CERT = '/v1/certs/psa/10000001';
const FORBIDDEN = `${CERT}/images`;
const FAILS = `/v1/cards/${fixtureCard('1a')}/population`;
const BATCH_SIZE = 8;
const BATCH = `/v1/certs/psa?certs=${Array.from({ length: BATCH_SIZE }, (_, n) => 10_000_001 + n)}`;
const FAILING_BATCH = `/v1/cards/population?card_ids=${['1a', '2a', '3b', '4a', '5a'].map(fixtureCard)}`;
/** URLs of a mixed load: one request in four is a batch. */
const MIXED = [CERT, CERT, BATCH, CERT];
const CLIENTS = 32;
const LIMIT = 1500;
/**
 * Number of charges in a lease. Normally, Redis holds one lease. While Redis is unavailable, each gateway holds its
 * own.
 */
const LEASE = 50;
/** Maximum number of charges in flight. */
const IN_FLIGHT = CLIENTS * BATCH_SIZE;
/**
 * Maximum number of charges that are lost when a gateway loses its connection to Redis: the charges in flight and the
 * rest of the gateway's own lease.
 */
const PER_LOSS = IN_FLIGHT + LEASE;

let cluster: Cluster;
/** Number of times that gateways had lost their connections to Redis before the test. */
let lossesBefore: number;
beforeAll(async () => {
  cluster = await startCluster();
});
beforeEach(async () => {
  await cluster.recover();
  lossesBefore = lossesSoFar();
});
afterAll(() => cluster.stop());

/**
 * Sends requests concurrently until the quota is exhausted. Failed requests are refunded, so the function then sends
 * requests one by one until the quota is exhausted again.
 * @param fault runs once a tenth of the limit has been requested
 */
async function exhaust(
  key: string,
  target: (index: number) => string,
  fault: () => Promise<void> = async () => undefined,
): Promise<TimedResponse[]> {
  const { addresses } = cluster;
  let happening: Promise<void> | undefined;
  const one = (index: number): Promise<TimedResponse> =>
    send(addresses[index % addresses.length] ?? '', target(index), key);
  const goesOn = (responses: readonly TimedResponse[], { code }: TimedResponse): boolean => {
    if (responses.length >= LIMIT / 10) happening ??= fault();
    return code !== 'quota_exceeded';
  };
  const responses = await load(CLIENTS, one, goesOn);
  await happening;
  const rest = await load(1, () => send(addresses.at(-1) ?? '', CERT, key), goesOn);
  return [...responses, ...rest];
}

/**
 * Returns how often gateways lost their connections to Redis during the test. This can happen without a fault, because
 * Redis may seem stalled on a busy machine. Requests in flight may then be charged without being served.
 */
function lossesOfRedis(): number {
  return lossesSoFar() - lossesBefore;
}

function lossesSoFar(): number {
  const log = readFileSync(path.join(cluster.logDir, 'gateway.log'), 'utf8');
  return log.split('Redis is unavailable').length - 1;
}

const costOf = ({ target }: TimedResponse): number => (target === BATCH ? BATCH_SIZE : 1);

/** Returns the total cost of the responses that were charged. */
const countedOf = (responses: readonly TimedResponse[]): number =>
  responses.filter(isCounted).reduce((sum, each) => sum + costOf(each), 0);

/**
 * Returns the responses that failed for another reason than overload. On a machine that stalls, requests may wait too
 * long for one of the few slots of batches.
 */
const failuresIn = (responses: readonly TimedResponse[]): string[] =>
  responses
    .filter(({ status }) => status >= 500)
    .map(({ body }) => JSON.parse(body).error.details?.reason)
    .filter((reason) => reason !== 'overload');

describe('three gateways that share one quota', () => {
  it('serve exactly as many requests as the limit, even if some fail or are forbidden [S269]', async () => {
    const { key } = await cluster.account({ base: LIMIT });
    const targets = [FAILS, FAILING_BATCH, FORBIDDEN, BATCH, ...Array(12).fill(CERT)];
    const responses = await exhaust(key, (index) => targets[index % targets.length] ?? '');
    const { '503 internal_error': failed = 0, '403 forbidden': forbidden = 0 } = tally(responses);
    expect(failed).toBeGreaterThan(LIMIT / 20);
    expect(forbidden).toBeGreaterThan(LIMIT / 40);
    expect(countedOf(responses)).toBeLessThanOrEqual(LIMIT);
    expect(countedOf(responses)).toBeGreaterThanOrEqual(LIMIT - lossesOfRedis() * PER_LOSS);
    expect(new Set(responses.filter(isCounted).map(({ reset }) => reset)).size).toBe(1);
    const onTheWay = responses.filter(({ code }) => code !== 'quota_exceeded' && code !== '');
    expect(onTheWay.every(({ remaining }) => remaining === null)).toBe(true);
  });

  it('never report the same number of remaining requests twice', async () => {
    const { key } = await cluster.account({ base: LIMIT });
    const responses = await exhaust(key, () => CERT);
    const seen = responses.filter(isCounted).map(({ remaining }) => remaining ?? -1);
    // No two responses report the same number of remaining requests, unless a gateway lost Redis and charged requests
    // itself.
    if (lossesOfRedis() === 0) expect(new Set(seen).size).toBe(seen.length);
    expect(seen.every((left) => left >= 0 && left < LIMIT)).toBe(true);
    expect(seen.length).toBeGreaterThanOrEqual(LIMIT - lossesOfRedis() * PER_LOSS);
  });
});

describe('a small quota under concurrency', () => {
  it.each([1, 60])(
    'admits requests up to its limit of %i, with no 503 while Redis responds',
    async (limit) => {
      const { key } = await cluster.account({ base: limit });
      const responses = await exhaust(key, () => CERT);
      const losses = lossesOfRedis();
      expect(countedOf(responses)).toBeLessThanOrEqual(limit);
      expect(countedOf(responses)).toBeGreaterThanOrEqual(limit - losses * PER_LOSS);
      if (losses === 0) expect(failuresIn(responses)).toEqual([]);
    },
  );
});

describe('usage never exceeds the quota when', () => {
  /**
   * Faults, each with the number of charges that the fault itself may lose. Each gateway that loses Redis may lose
   * {@link PER_LOSS} more charges.
   */
  const faults: [string, () => Promise<void>, number][] = [
    ['a gateway is killed', async () => cluster.gateways[0]?.kill('SIGKILL'), IN_FLIGHT],
    ['Redis is killed and restarts empty', async () => killRedis(500), LEASE],
    ['Redis is killed and does not restart', async () => killRedis(0), LEASE],
    [
      'Redis and a gateway are killed',
      async () => {
        cluster.gateways[0]?.kill('SIGKILL');
        await killRedis(500);
      },
      LEASE + IN_FLIGHT,
    ],
    ['Redis stalls and resumes', async () => hangRedis(800), 0],
  ];

  it.each(faults)('%s', async (_what, fault, mayBeLost) => {
    const { key } = await cluster.account({ base: LIMIT });
    const responses = await exhaust(key, (index) => MIXED[index % MIXED.length] ?? CERT, fault);
    const counted = countedOf(responses);
    const broken = responses
      .filter(({ status }) => status === 0)
      .reduce((sum, each) => sum + costOf(each), 0);
    expect(counted).toBeLessThanOrEqual(LIMIT);
    expect(counted + broken).toBeGreaterThanOrEqual(LIMIT - mayBeLost - lossesOfRedis() * PER_LOSS);
    expect(failuresIn(responses)).toEqual([]);
  });

  async function killRedis(backAfterMs: number): Promise<void> {
    process.kill(cluster.redis.pid, 'SIGKILL');
    if (backAfterMs === 0) return;
    await pause(backAfterMs);
    await cluster.restartRedis();
  }

  async function hangRedis(ms: number): Promise<void> {
    process.kill(cluster.redis.pid, 'SIGSTOP');
    await pause(ms);
    process.kill(cluster.redis.pid, 'SIGCONT');
  }
});

/**
 * Finds a second in which more requests were admitted than the limit allows. A request is admitted at some time between
 * sending it and receiving the response, so it counts only if both are within that second.
 * @returns the requests, or null if there is no such second
 */
function violation(responses: readonly TimedResponse[], rate: number): TimedResponse[] | null {
  const served = responses
    .filter(({ status }) => status === 200)
    .sort((a, b) => a.sentAt - b.sentAt);
  for (const first of served) {
    const within = served.filter(
      ({ sentAt, receivedAt }) => sentAt >= first.sentAt && receivedAt - first.sentAt < 1000,
    );
    if (within.length > rate) return within;
  }
  return null;
}

describe("an account's rate limit across three gateways", () => {
  it.each([5, 40])('admits at most %i requests in any second [S277]', async (rate) => {
    const { key } = await cluster.account({ rate });
    const { addresses } = cluster;
    const began = performance.now();
    const responses = await load(
      24,
      (index) => send(addresses[index % addresses.length] ?? '', CERT, key),
      () => performance.now() < began + 3500,
    );
    expect(violation(responses, rate)).toBeNull();
    const served = responses.filter(({ status }) => status === 200).length;
    const seconds = (performance.now() - began) / 1000;
    expect(served).toBeGreaterThanOrEqual(rate);
    expect(served).toBeLessThanOrEqual(rate * (seconds + 1));
    const others = new Set(
      responses.filter(({ status }) => status !== 200).map(({ code }) => code),
    );
    expect([...others]).toEqual(['rate_limited']);
  });
});

describe('gateways without Redis', () => {
  const databaseUrl = testEnvironment('TEST_FIXTURE_DATABASE_URL');
  beforeEach(async () => {
    process.kill(cluster.redis.pid, 'SIGKILL');
    await cluster.redis.exited;
  });

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
      Array.from({ length: 20 }, () => addAccount(databaseUrl, { base: 50 })),
    );
    for (const { key } of accounts) expect((await get(key)).status).toBe(200);
    const { key: unknown } = await cluster.account();
    const lock = new pg.Client(databaseUrl);
    await lock.connect();
    let isLocked = true;
    try {
      // Other tests use the same table, so the test locks only the rows of its accounts.
      await lock.query('begin');
      await lock.query(
        `select from quota_ceilings where account in (select account from api_keys where id = any($1)) for update`,
        [accounts.map(({ id }) => id)],
      );
      const waiting = accounts.map(async ({ key }) => {
        while (isLocked) await get(key);
      });
      await eventually(async () => {
        const { rows } = await lock.query(
          'select count(*)::int as blocked from pg_locks where not granted and pg_blocking_pids(pid) && array[pg_backend_pid()]',
        );
        expect(rows).toEqual([{ blocked: 8 }]);
      });
      expect((await get(unknown)).status).toBe(200);
      isLocked = false;
      await lock.query('rollback');
      await Promise.all(waiting);
    } finally {
      isLocked = false;
      await lock.end();
    }
  });
});
