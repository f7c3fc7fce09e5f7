import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  asRole,
  environmentOf,
  type RunningApp,
  type Server,
  type StackOptions,
  startApp,
  startNats,
  startRedis,
} from '@gcd/local';
import { createClient } from 'redis';
import { addAccount, type TestPlan } from './account.ts';
import { runAdmin } from './admin-process.ts';
import { getFrom, testEnvironment } from './api.ts';
import { eventually } from './eventually.ts';
import { isAlive } from './restartable-server.ts';

export interface ClusterOptions {
  /** Number of gateways (default: three). */
  readonly gateways?: number;
  /** Additional settings for the gateways. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Creates a proxy between the gateways and NATS. @returns the URL of the proxy */
  readonly proxyNats?: (url: string) => Promise<string>;
  /** Creates a proxy between the gateways and PostgreSQL. @returns the URL of the proxy */
  readonly proxyDatabase?: (url: string) => Promise<string>;
}

/**
 * Several gateways and a certs service, with separate NATS and Redis servers and the fixture's data. No cards service
 * is running.
 */
export interface Cluster {
  readonly gateways: readonly RunningApp[];
  readonly addresses: readonly string[];
  readonly certs: RunningApp;
  readonly redis: Server;
  readonly natsUrl: string;
  readonly redisUrl: string;
  readonly logDir: string;
  /** Restarts Redis on the same port, without its data, after the previous process has exited. */
  restartRedis(): Promise<void>;
  /** Restarts the gateways and Redis if they were killed, and waits until every gateway charges requests in Redis. */
  recover(): Promise<void>;
  admin<Result>(...args: string[]): Promise<Result>;
  account(plan?: TestPlan): Promise<{ readonly id: string; readonly key: string }>;
  stop(): Promise<void>;
}

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-cluster-'));
  chmodSync(directory, 0o755);
  const log = (line: string): void => console.error(line);
  const databaseUrl = testEnvironment('TEST_FIXTURE_DATABASE_URL');
  const redisDir = path.join(directory, 'redis');
  const nats = await startNats({ dir: path.join(directory, 'nats'), keep: false, log });
  let redis = await startRedis({ dir: redisDir, keep: false, log });
  const stack: StackOptions = {
    databaseAs: asRole(databaseUrl),
    natsUrl: nats.url,
    redisUrl: redis.url,
    logDir: path.join(directory, 'logs'),
    // Disable the response cache, because cached responses would hide the behavior of the services.
    gateway: {
      RESPONSE_CACHE_MB: '0',
      AUTH_FAILURES_PER_MINUTE: '1000000',
      ...options.environment,
    },
  };
  const seen = {
    ...stack,
    natsUrl: (await options.proxyNats?.(nats.url)) ?? nats.url,
    databaseAs: asRole((await options.proxyDatabase?.(databaseUrl)) ?? databaseUrl),
  };
  const start = (app: 'certs' | 'gateway', how: StackOptions): Promise<RunningApp> =>
    startApp(app, environmentOf(app, how), stack.logDir);
  const startGateway = (): Promise<RunningApp> => start('gateway', seen);
  const [certs, ...gateways] = await Promise.all([
    start('certs', stack),
    ...Array.from({ length: options.gateways ?? 3 }, startGateway),
  ]);
  const addressOf = ({ port }: RunningApp): string => `http://127.0.0.1:${port}`;
  const admin = <Result>(...args: string[]): Promise<Result> =>
    runAdmin<Result>(args, { DATABASE_URL: databaseUrl, NATS_URL: nats.url });
  const restartRedis = async (): Promise<void> => {
    await redis.exited;
    redis = await startRedis({
      dir: redisDir,
      keep: false,
      log,
      port: Number(new URL(redis.url).port),
    });
  };
  return {
    gateways,
    get addresses() {
      return gateways.map(addressOf);
    },
    certs,
    get redis() {
      return redis;
    },
    natsUrl: nats.url,
    redisUrl: redis.url,
    logDir: stack.logDir,
    restartRedis,
    async recover() {
      if (!isAlive(redis)) await restartRedis();
      await Promise.all(
        gateways.map(async (gateway, index) => {
          if (!isAlive(gateway)) gateways[index] = await startGateway();
        }),
      );
      for (const gateway of gateways)
        await chargesToRedis(addressOf(gateway), databaseUrl, redis.url);
    },
    admin,
    account: (plan) => addAccount(databaseUrl, plan),
    async stop() {
      await Promise.all([...gateways, certs].map((app) => app.stop()));
      await Promise.all([nats.stop(), redis.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Waits until a gateway charges requests in Redis. Shortly after a Redis outage, gateways may still charge requests to
 * their own leases.
 */
async function chargesToRedis(
  address: string,
  databaseUrl: string,
  redisUrl: string,
): Promise<void> {
  const redis = await createClient({ url: redisUrl }).connect();
  const leases = async (): Promise<number> => (await redis.keys('*:lease:*')).length;
  try {
    await eventually(async () => {
      const { key } = await addAccount(databaseUrl, { base: 1000 });
      const before = await leases();
      const { status } = await getFrom(address, '/v1/certs/psa/10000001', { 'x-api-key': key });
      if (status !== 200) throw new Error(`the gateway returned ${status}`);
      if ((await leases()) === before) throw new Error('the request was not charged to Redis');
    });
  } finally {
    redis.destroy();
  }
}
