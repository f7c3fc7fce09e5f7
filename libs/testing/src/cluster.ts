import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  asRole,
  environmentOf,
  type RunningApp,
  runAdmin,
  type Server,
  type StackOptions,
  startApp,
  startNats,
  startRedis,
} from '@gcd/local';
import { addAccount, type TestPlan } from './account.ts';
import { testEnvironment } from './api.ts';

/** Options of a cluster. */
export interface ClusterOptions {
  /** Number of gateways; defaults to three. */
  readonly gateways?: number;
  /** Additional settings for the gateways. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Creates a proxy between the gateways and NATS. @returns its URL */
  readonly proxyNats?: (url: string) => Promise<string>;
  /** Creates a proxy between the gateways and PostgreSQL. @returns its URL */
  readonly proxyDatabase?: (url: string) => Promise<string>;
}

/**
 * Several gateways and a certs service, with separate NATS and Redis servers and the data of the fixture.
 * There is no cards service.
 */
export interface Cluster {
  readonly gateways: readonly RunningApp[];
  /** URLs of the gateways. */
  readonly addresses: readonly string[];
  readonly certs: RunningApp;
  readonly redis: Server;
  readonly natsUrl: string;
  readonly redisUrl: string;
  readonly logDir: string;
  /** Restarts Redis on the same port, but without its data. The previous process must have exited. */
  restartRedis(): Promise<void>;
  admin<Result>(...args: string[]): Promise<Result>;
  /** Creates an account with its own plan. */
  account(plan?: TestPlan): Promise<{ readonly id: string; readonly key: string }>;
  stop(): Promise<void>;
}

/** Starts a cluster. */
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
    // Disable the response cache, because cached responses would hide how the services behave.
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
  const [certs, ...gateways] = await Promise.all([
    start('certs', stack),
    ...Array.from({ length: options.gateways ?? 3 }, () => start('gateway', seen)),
  ]);
  const admin = <Result>(...args: string[]): Promise<Result> =>
    runAdmin<Result>(args, { DATABASE_URL: databaseUrl, NATS_URL: nats.url });
  return {
    gateways,
    addresses: gateways.map(({ port }) => `http://127.0.0.1:${port}`),
    certs,
    get redis() {
      return redis;
    },
    natsUrl: nats.url,
    redisUrl: redis.url,
    logDir: stack.logDir,
    async restartRedis() {
      await redis.exited;
      redis = await startRedis({
        dir: redisDir,
        keep: false,
        log,
        port: Number(new URL(redis.url).port),
      });
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
