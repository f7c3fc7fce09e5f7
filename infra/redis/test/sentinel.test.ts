import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createClient } from 'redis';
import { addAccount } from '@gcd/testing/account.js';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { startGateway, type TestGateway } from '@gcd/testing/gateway.js';
import { type SentinelGroup, startSentinelGroup } from '@gcd/testing/sentinels.js';

const QUOTA = 150;
const TIMEOUT_MS = 60_000;

let group: SentinelGroup;
let gateway: TestGateway;

beforeAll(async () => {
  group = await startSentinelGroup();
  gateway = await startGateway({ RESPONSE_CACHE_MB: '0' }, { redis: group.url });
});

afterAll(async () => {
  await gateway?.stop();
  await group?.stop();
});

const timesAvailable = (): number =>
  gateway.log().filter(({ msg }) => String(msg).includes('Redis is available')).length;

it(
  'the gateway charges requests to the new primary after a Redis failover, and never admits more than the quota',
  async () => {
    const { key } = await addAccount(testEnvironment('TEST_FIXTURE_DATABASE_URL'), {
      base: QUOTA,
      period: 'month',
    });
    const statuses: number[] = [];
    const request = async (): Promise<void> => {
      const { status } = await getFrom(gateway.url, '/v1/certs/psa/10000001', {
        'x-api-key': key,
      });
      statuses.push(status);
    };
    await eventually(async () => expect(timesAvailable()).toBe(1), TIMEOUT_MS);
    for (let count = 0; count < 20; count += 1) await request();

    process.kill((await group.primary()).pid, 'SIGKILL');
    // During the failover, the gateway charges requests to its own leases.
    await eventually(async () => {
      await request();
      expect(timesAvailable()).toBe(2);
    }, TIMEOUT_MS);
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);

    const promoted = createClient({ url: (await group.primary()).url });
    await promoted.connect();
    await eventually(async () => {
      await request();
      expect(await promoted.keys('*:lease:*')).not.toEqual([]);
      expect(statuses.at(-1)).toBe(429);
    }, TIMEOUT_MS);
    promoted.destroy();
    const served = statuses.filter((status) => status === 200).length;
    expect(served).toBeLessThanOrEqual(QUOTA);
    // The gateway loses at most one lease when the old primary fails.
    expect(served).toBeGreaterThanOrEqual(QUOTA - 50);
  },
  2 * TIMEOUT_MS,
);
