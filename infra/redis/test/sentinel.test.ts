import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asRole, environmentOf, type RunningApp, startApp } from '@gcd/local';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createClient } from 'redis';
import { addAccount } from '@gcd/testing/account.js';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { type SentinelGroup, startSentinelGroup } from '@gcd/testing/sentinels.js';

const QUOTA = 150;
const TIMEOUT_MS = 60_000;
const logDir = mkdtempSync(path.join(tmpdir(), 'gcd-sentinel-'));

let group: SentinelGroup;
let gateway: RunningApp;

beforeAll(async () => {
  group = await startSentinelGroup();
  const options = {
    databaseAs: asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL')),
    natsUrl: testEnvironment('TEST_NATS_URL'),
    redisUrl: group.url,
    logDir,
    gateway: { RESPONSE_CACHE_MB: '0' },
  };
  gateway = await startApp('gateway', environmentOf('gateway', options), logDir);
});

afterAll(async () => {
  await gateway?.stop();
  await group?.stop();
});

const log = (): string => readFileSync(path.join(logDir, 'gateway.log'), 'utf8');
const timesAvailable = (): number => log().split('Redis is available').length - 1;

it(
  'the gateway charges requests to the new primary after a Redis failover, and never admits more than the quota',
  async () => {
    const { key } = await addAccount(testEnvironment('TEST_FIXTURE_DATABASE_URL'), {
      base: QUOTA,
      period: 'month',
    });
    const statuses: number[] = [];
    const request = async (): Promise<void> => {
      const { status } = await getFrom(
        `http://127.0.0.1:${gateway.port}`,
        '/v1/certs/psa/10000001',
        { 'x-api-key': key },
      );
      statuses.push(status);
    };
    await eventually(async () => expect(timesAvailable()).toBe(1), TIMEOUT_MS);
    for (let count = 0; count < 20; count += 1) await request();

    process.kill(group.nodes[0].pid, 'SIGKILL');
    // During the failover, the gateway charges requests to its own leases.
    await eventually(async () => {
      await request();
      expect(timesAvailable()).toBe(2);
    }, TIMEOUT_MS);
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);

    const promoted = createClient({ url: group.nodes[1].url });
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
