import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asRole, environmentOf, type RunningApp, type Server, startApp } from '@gcd/local';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createClient } from 'redis';
import { addAccount } from '@gcd/testing/account.js';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { sharedFile, sharedFolder, startRedisWith } from '@gcd/testing/servers.js';

const QUOTA = 150;
const TIMEOUT_MS = 60_000;
const logDir = mkdtempSync(path.join(tmpdir(), 'gcd-sentinel-'));
const portOf = ({ url }: Server): number => Number(new URL(url).port);

let primary: Server;
let replica: Server;
let sentinels: Server[] = [];
let gateway: RunningApp;

beforeAll(async () => {
  const redis = (port: number): string[] => [
    ...['--bind', '127.0.0.1', '--port', `${port}`, '--save', ''],
    ...['--repl-diskless-sync-delay', '0'],
  ];
  primary = await startRedisWith({ args: (_folder, port) => redis(port) });
  const replicaOf = ['--replicaof', '127.0.0.1', `${portOf(primary)}`];
  replica = await startRedisWith({ args: (_folder, port) => [...redis(port), ...replicaOf] });
  sentinels = await Promise.all([1, 2, 3].map(startSentinel));
  await untilAllKnowEachOther();
  const hosts = sentinels.map((sentinel) => `127.0.0.1:${portOf(sentinel)}`).join(',');
  const options = {
    databaseAs: asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL')),
    natsUrl: testEnvironment('TEST_NATS_URL'),
    redisUrl: `redis-sentinel://${hosts}/gcd`,
    logDir,
    gateway: { RESPONSE_CACHE_MB: '0' },
  };
  gateway = await startApp('gateway', environmentOf('gateway', options), logDir);
});

afterAll(async () => {
  await gateway?.stop();
  await Promise.all([...sentinels, replica, primary].map((server) => server?.stop()));
});

function startSentinel(number: number): Promise<Server> {
  const folder = sharedFolder();
  const lines = [
    `sentinel monitor gcd 127.0.0.1 ${portOf(primary)} 2`,
    'sentinel down-after-milliseconds gcd 1500',
    'sentinel failover-timeout gcd 3000',
  ];
  const file = sharedFile(folder, `sentinel-${number}.conf`, `${lines.join('\n')}\n`);
  // Sentinels write what they discover to their configuration files.
  chmodSync(file, 0o666);
  return startRedisWith({
    args: (_folder, port) => [file, '--sentinel', '--bind', '127.0.0.1', '--port', `${port}`],
  });
}

async function sentinelOf(server: Server) {
  const client = createClient({ url: server.url, disableClientInfo: true });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** A failover needs Sentinels that have discovered each other and the replica. */
async function untilAllKnowEachOther(): Promise<void> {
  for (const server of sentinels) {
    const client = await sentinelOf(server);
    await eventually(async () => {
      const quorum = await client.sendCommand(['SENTINEL', 'CKQUORUM', 'gcd']);
      expect(String(quorum)).toContain('OK 3 usable Sentinels');
      const replicas = await client.sendCommand(['SENTINEL', 'REPLICAS', 'gcd']);
      expect(JSON.stringify(replicas)).toContain(String(portOf(replica)));
      expect(JSON.stringify(replicas)).toMatch(/"master-link-status"[:,]"ok"/);
    }, TIMEOUT_MS);
    client.destroy();
  }
}

const log = (): string => readFileSync(path.join(logDir, 'gateway.log'), 'utf8');
const timesAvailable = (): number => log().split('Redis is available').length - 1;

it(
  'the gateway charges requests in the new primary after a Redis failover, and never admits more than the quota',
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

    process.kill(primary.pid, 'SIGKILL');
    // During the failover, the gateway charges requests itself.
    await eventually(async () => {
      await request();
      expect(timesAvailable()).toBe(2);
    }, TIMEOUT_MS);
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);

    const promoted = createClient({ url: replica.url });
    await promoted.connect();
    await eventually(async () => {
      await request();
      expect(await promoted.keys('*:lease:*')).not.toEqual([]);
      expect(statuses.at(-1)).toBe(429);
    }, TIMEOUT_MS);
    promoted.destroy();
    const served = statuses.filter((status) => status === 200).length;
    expect(served).toBeLessThanOrEqual(QUOTA);
    // At most one lease of the gateway is lost with the old primary.
    expect(served).toBeGreaterThanOrEqual(QUOTA - 50);
  },
  2 * TIMEOUT_MS,
);
