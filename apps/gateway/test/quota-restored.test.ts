import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from 'redis';
import { getFrom } from '../../../infra/test/api.ts';
import { type Cluster, startCluster } from '../../../infra/test/cluster.ts';

const CERT = '/v1/certs/psa/10000001';
const LIMIT = 120;
const BLOCK = 50;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ gateways: 1 });
});
afterAll(() => cluster.stop());

describe('Redis restored from an older copy', () => {
  it('lets nobody past the limit: another run of the server is not believed', async () => {
    const { key } = await cluster.account({ base: LIMIT });
    const serve = async (most: number): Promise<number> => {
      for (let served = 0; ; served += 1) {
        if (served === most) return served;
        const headers = { 'x-api-key': key };
        if ((await getFrom(cluster.addresses[0] ?? '', CERT, headers)).status !== 200)
          return served;
      }
    };
    const early = await serve(10);
    const copy = await everything();
    const later = await serve(30);
    process.kill(cluster.redis.pid, 'SIGKILL');
    await cluster.restartRedis();
    await restore(copy);
    const rest = await serve(LIMIT);
    expect(early + later + rest).toBeLessThanOrEqual(LIMIT);
    expect(early + later + rest).toBeGreaterThanOrEqual(LIMIT - BLOCK);
  });
});

type Hashes = Map<string, Record<string, string>>;

/** Every quota in Redis. */
async function everything(): Promise<Hashes> {
  const redis = await createClient({ url: cluster.redisUrl }).connect();
  const hashes: Hashes = new Map();
  for (const name of await redis.keys('*:quota:*')) hashes.set(name, await redis.hGetAll(name));
  redis.destroy();
  return hashes;
}

async function restore(hashes: Hashes): Promise<void> {
  const redis = await createClient({ url: cluster.redisUrl }).connect();
  for (const [name, hash] of hashes) await redis.hSet(name, hash);
  redis.destroy();
}
