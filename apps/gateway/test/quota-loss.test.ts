import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from 'redis';
import { getFrom, testEnvironment } from '../../../infra/test/api.ts';
import { type Cluster, startCluster } from '../../../infra/test/cluster.ts';
import { query } from '../../../infra/test/database.ts';

const CERT = '/v1/certs/psa/10000001';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ gateways: 1 });
});
afterAll(() => cluster.stop());

/** Sends requests one by one until one is refused, at most `most`. @returns how many were served */
async function serve(key: string, most: number): Promise<number> {
  for (let served = 0; ; served += 1) {
    if (served === most) return served;
    const response = await getFrom(cluster.addresses[0] ?? '', CERT, { 'x-api-key': key });
    if (response.status !== 200) {
      expect(response.body.error.code).toBe('quota_exceeded');
      return served;
    }
  }
}

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

async function restartRedis(): Promise<void> {
  process.kill(cluster.redis.pid, 'SIGKILL');
  await cluster.restartRedis();
}

describe('Redis loses its data after one request', () => {
  const faults: [string, () => Promise<unknown>][] = [
    ['killed and restarted', restartRedis],
    ['FLUSHALL', () => withRedis((redis) => redis.flushAll())],
  ];
  const limits: [number, number][] = [
    [3, 1],
    [50, 1],
    [1000, 20],
  ];

  describe.each(faults)('%s', (_name, fault) => {
    it.each(limits)('a quota of %i loses at most %i', async (limit, mayBeLost) => {
      const { key } = await cluster.account({ base: limit, period: 'month' });
      expect(await serve(key, 1)).toBe(1);
      await fault();
      const served = 1 + (await serve(key, limit));
      expect(served).toBeLessThanOrEqual(limit);
      expect(served).toBeGreaterThanOrEqual(limit - mayBeLost);
    });
  });
});

describe('never more than the limit', () => {
  const LIMIT = 500;
  const MAY_BE_LOST = 10;

  it('Redis is restored from an older copy: data of another run is ignored', async () => {
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

  it('PostgreSQL loses its newest leases in a failover: Redis knows them', async () => {
    const { id, key } = await cluster.account({ base: LIMIT });
    const early = await serve(key, 200);
    await query(
      testEnvironment('TEST_FIXTURE_DATABASE_URL'),
      'update quota_ceilings set ceiling = 5 where account = (select account from api_keys where id = $1)',
      [id],
    );
    expect(early + (await serve(key, LIMIT))).toBe(LIMIT);
  });
});

type Hashes = Map<string, Record<string, string>>;

/** Every quota in Redis. */
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
