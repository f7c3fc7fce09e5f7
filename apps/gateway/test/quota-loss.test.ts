import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ApiResponse, getFrom, testEnvironment } from '@gcd/testing/api.js';
import { type Cluster, startCluster } from '@gcd/testing/cluster.js';
import { query } from '@gcd/testing/database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { startRedisWith } from '@gcd/testing/servers.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient } from 'redis';

const CERT = '/v1/certs/psa/10000001';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ gateways: 1 });
});
afterAll(() => cluster.stop());

const get = (key: string, target = CERT): Promise<ApiResponse> =>
  getFrom(cluster.addresses[0] ?? '', target, { 'x-api-key': key });

/**
 * Sends requests concurrently until one is rejected or the maximum number of requests has been sent.
 * @returns the number of served requests
 */
async function serve(key: string, max: number): Promise<number> {
  let sent = 0;
  let served = 0;
  const client = async (): Promise<void> => {
    while (sent < max) {
      sent += 1;
      const { status, body } = await get(key);
      if (status === 200) served += 1;
      else {
        expect(body.error.code).toBe('quota_exceeded');
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  return served;
}

/** Returns the number of requests that the account of a key has used. */
async function usedOf(key: string): Promise<number> {
  const { body } = await get(key, '/v1/usage');
  return body.data.buckets[0].used;
}

const logLines = (text: string): number =>
  readFileSync(path.join(cluster.logDir, 'gateway.log'), 'utf8').split(text).length - 1;

const openRedis = () => createClient({ url: cluster.redisUrl }).connect();

async function withRedis<Result>(
  task: (redis: Awaited<ReturnType<typeof openRedis>>) => Promise<Result>,
): Promise<Result> {
  const redis = await openRedis();
  try {
    return await task(redis);
  } finally {
    redis.destroy();
  }
}

const leases = (): Promise<string[]> => withRedis((redis) => redis.keys('*:lease:*'));

beforeEach(() => cluster.recover());

async function killRedis(): Promise<void> {
  process.kill(cluster.redis.pid, 'SIGKILL');
  await cluster.redis.exited;
}

async function restartRedis(): Promise<void> {
  await killRedis();
  await cluster.restartRedis();
}

describe('data loss in Redis', () => {
  const faults: [string, () => Promise<unknown>][] = [
    ['is killed and restarted', restartRedis],
    ['receives FLUSHALL', () => withRedis((redis) => redis.flushAll())],
  ];
  const limits: [number, number][] = [
    [3, 1],
    [200, 4],
  ];

  describe.each(faults)('when Redis %s', (_name, fault) => {
    it.each(limits)(
      'an account with a quota of %i requests loses at most %i of them',
      async (limit, mayBeLost) => {
        const { key } = await cluster.account({ base: limit, period: 'month' });
        expect(await serve(key, 1)).toBe(1);
        await fault();
        const served = 1 + (await serve(key, limit));
        expect(served).toBeLessThanOrEqual(limit);
        expect(served).toBeGreaterThanOrEqual(limit - mayBeLost);
      },
    );
  });
});

describe('while Redis is unavailable', () => {
  it('requests are charged to a lease, and its usage is added to Redis once Redis recovers', async () => {
    const LIMIT = 250;
    const LEASE = 5;
    const { key } = await cluster.account({ base: LIMIT });
    let served = await serve(key, 20);
    for (let outage = 0; outage < 3; outage += 1) {
      await killRedis();
      served += await serve(key, 21);
      await cluster.restartRedis();
      await eventually(async () => {
        served += await serve(key, 1);
        expect((await leases()).length).toBeGreaterThan(0);
      });
    }
    served += await serve(key, LIMIT);
    expect(served).toBeLessThanOrEqual(LIMIT);
    // Each outage loses the lease in Redis, but not the leases of the gateways.
    expect(served).toBeGreaterThanOrEqual(LIMIT - 3 * LEASE);
  });

  it('an account loses at most one lease while Redis loads its data', async () => {
    const LEASE = 20;
    const { key } = await cluster.account({ base: 1000 });
    let served = await serve(key, 5);
    const snapshot = await withRedis(async (redis) => {
      const names = Array.from({ length: 1500 }, (_, index) => `other:${index}`);
      await redis.mSet(names.flatMap((name) => [name, 'x'.repeat(100)]));
      await redis.sendCommand(['SAVE']);
      return readFileSync(path.join(String((await redis.configGet('dir')).dir), 'dump.rdb'));
    });
    const recoveries = logLines('Redis is available again');
    await killRedis();
    const { port } = new URL(cluster.redisUrl);
    let isLoaded = false;
    const starting = startRedisWith({
      port: Number(port),
      args: (folder) => {
        writeFileSync(path.join(folder, 'dump.rdb'), snapshot);
        // Load one key per millisecond, and reply to commands in between.
        const slowly = '--key-load-delay 1000 --loading-process-events-interval-bytes 1024';
        return ['--port', port, '--save', '', ...slowly.split(' ')];
      },
    }).finally(() => {
      isLoaded = true;
    });
    while (!isLoaded) served += await serve(key, 1);
    const redis = await starting;
    try {
      await eventually(async () => {
        served += await serve(key, 1);
        expect(logLines('Redis is available again')).toBe(recoveries + 1);
      });
      served += await serve(key, 1);
      expect((await usedOf(key)) - served).toBeLessThanOrEqual(LEASE);
    } finally {
      await redis.stop();
      await cluster.restartRedis();
    }
  });

  it('a gateway treats Redis without enough replicas as unavailable, and an account loses no requests', async () => {
    const { key } = await cluster.account({ base: 10_000 });
    let served = await serve(key, 1);
    const before = logLines('Redis is unavailable');
    await withRedis((redis) => redis.configSet('min-replicas-to-write', '1'));
    served += await serve(key, 1000);
    expect(logLines('Redis is unavailable')).toBe(before + 1);
    await withRedis((redis) => redis.configSet('min-replicas-to-write', '0'));
    await cluster.recover();
    served += await serve(key, 1);
    expect(await usedOf(key)).toBe(served);
  });

  it('a gateway treats Redis without free memory as unavailable until it has memory again', async () => {
    const LOST = 'Redis is unavailable';
    const { key } = await cluster.account({ base: 10_000 });
    const lossesBefore = logLines(LOST);
    await withRedis((redis) => redis.configSet('maxmemory', '1'));
    try {
      expect(await serve(key, 1000)).toBe(1000);
      // If the gateway considered Redis available in the meantime, it would lose it again.
      expect(logLines(LOST) - lossesBefore).toBe(1);
    } finally {
      await withRedis((redis) => redis.configSet('maxmemory', '0'));
    }
    await cluster.recover();
  });

  it('each request lowers the remaining requests in headers and usage by one', async () => {
    const { key } = await cluster.account({ base: 100 });
    await killRedis();
    const remaining: number[] = [];
    for (let request = 0; request < 100; request += 1) {
      const { headers } = await get(key);
      remaining.push(Number(headers.get('x-ratelimit-remaining')));
    }
    expect(remaining).toEqual(Array.from({ length: 100 }, (_, used) => 99 - used));
    const usage = await get(key, '/v1/usage');
    expect(usage.body.data.buckets[0]).toMatchObject({ used: 100, remaining: 0 });
    expect(await serve(key, 1)).toBe(0);
  });

  it('a lease expires at the end of its period', async () => {
    const { key } = await cluster.account({ base: 5, period: '1s' });
    await killRedis();
    const counted = new Map<string, number>();
    while (counted.size < 4) {
      const { status, headers } = await get(key);
      const reset = headers.get('x-ratelimit-reset') ?? '';
      counted.set(reset, (counted.get(reset) ?? 0) + (status === 200 ? 1 : 0));
    }
    // The test may have covered only part of the first and last periods.
    expect([...counted.values()].slice(1, -1)).toEqual([5, 5]);
  });
});

describe('usage never exceeds the quota when', () => {
  const LIMIT = 100;
  const MAY_BE_LOST = 2;

  it('Redis is restored from an older copy with a different run id', async () => {
    const { key } = await cluster.account({ base: LIMIT });
    const early = await serve(key, 10);
    const copy = await allQuotas();
    const later = await serve(key, 30);
    await restartRedis();
    await restore(copy);
    const total = early + later + (await serve(key, LIMIT));
    expect(total).toBeLessThanOrEqual(LIMIT);
    expect(total).toBeGreaterThanOrEqual(LIMIT - MAY_BE_LOST);
  });

  it('PostgreSQL loses its latest leases in a failover, while Redis still has them', async () => {
    const { id, key } = await cluster.account({ base: LIMIT });
    const early = await serve(key, 40);
    await query(
      testEnvironment('TEST_FIXTURE_DATABASE_URL'),
      'update quota_ceilings set ceiling = 5 where account = (select account from api_keys where id = $1)',
      [id],
    );
    expect(early + (await serve(key, LIMIT))).toBe(LIMIT);
  });
});

type Hashes = Map<string, Record<string, string>>;

async function allQuotas(): Promise<Hashes> {
  return await withRedis(async (redis) => {
    const hashes: Hashes = new Map();
    for (const name of await redis.keys('*:lease:*')) hashes.set(name, await redis.hGetAll(name));
    expect(hashes.size).toBeGreaterThan(0);
    return hashes;
  });
}

async function restore(hashes: Hashes): Promise<void> {
  await withRedis(async (redis) => {
    for (const [name, hash] of hashes) await redis.hSet(name, hash);
  });
}
