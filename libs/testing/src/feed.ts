import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  asRole,
  cursorKeysFile,
  environmentOf,
  type RunningApp,
  type ServingApp,
  type StackOptions,
  startApp,
  startNats,
  startRedis,
  startStack,
} from '@gcd/local';
import { addAccount } from './account.ts';
import { runAdmin } from './admin-process.ts';
import { type ApiResponse, getFrom } from './api.ts';
import { createMigratedDatabase } from './migrated-database.ts';
import { importDirectory } from './import-directory.ts';
import { openServices, type Services } from './service.ts';

/** A change feed with its own database, one or two instances of the changes service, and a gateway. */
export interface FeedStack {
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly address: string;
  /** An API key without limits. */
  readonly key: string;
  /** Directory of the logs and cursor keys. */
  readonly directory: string;
  get(target: string, key?: string): Promise<ApiResponse>;
  admin<Result>(...args: string[]): Promise<Result>;
  /**
   * Imports a dataset.
   * @param files contents by file name
   * @throws Error if a row was rejected
   */
  load(files: Readonly<Record<string, string>>, options?: LoadOptions): Promise<void>;
  /** Starts another instance of the changes service. @param databaseUrl database that the instance reads */
  startChanges(databaseUrl: string): Promise<RunningApp>;
  startGateway(): Promise<RunningApp>;
  stop(): Promise<void>;
}

export interface LoadOptions {
  /** Whether a single invalid row rolls back the whole import. */
  readonly strict?: boolean;
  /** Whether to notify running services of the import over NATS. */
  readonly announced?: boolean;
}

export interface FeedStackOptions {
  /** URL of a migrated database. By default, a new one is created. */
  readonly databaseUrl?: string;
  /** Whether to start a gateway (default: true). Without a gateway, requests are sent to the services over NATS. */
  readonly gateway?: boolean;
  /** Number of instances of the `changes` service; defaults to two. */
  readonly instances?: 1 | 2;
  /** Services to start in addition to the `changes` service. */
  readonly apps?: readonly ServingApp[];
}

/** Starts a {@link FeedStack}. @param name name of the database */
export async function startFeedStack(
  name: string,
  options: FeedStackOptions = {},
): Promise<FeedStack> {
  const { gateway: hasGateway = true, instances = 2 } = options;
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-feed-'));
  chmodSync(directory, 0o755);
  const quiet = (): void => undefined;
  const [databaseUrl, nats, redis] = await Promise.all([
    options.databaseUrl ?? createMigratedDatabase(name),
    startNats({ dir: path.join(directory, 'nats'), keep: false, log: quiet }),
    startRedis({ dir: path.join(directory, 'redis'), keep: false, log: quiet }),
  ]);
  const environment = { DATABASE_URL: databaseUrl };
  const { key } = await addAccount(databaseUrl, {
    permissions: ['changes', 'history'],
    catalogs: ['all'],
  });
  const stackOptions: StackOptions = {
    databaseAs: asRole(databaseUrl),
    natsUrl: nats.url,
    redisUrl: redis.url,
    logDir: path.join(directory, 'logs'),
    cursorKeysFile: cursorKeysFile(directory),
    apps: ['changes', ...(hasGateway ? (['gateway'] as const) : []), ...(options.apps ?? [])],
  };
  const startChanges = (url: string): Promise<RunningApp> => {
    const environment = environmentOf('changes', { ...stackOptions, databaseAs: asRole(url) });
    return startApp('changes', environment, stackOptions.logDir);
  };
  const [stack, second] = await Promise.all([
    startStack(stackOptions),
    instances === 2 ? startChanges(databaseUrl) : null,
  ]);
  const address = `http://127.0.0.1:${stack.port}`;
  const services: Services | null = hasGateway ? null : await openServices(nats.url);
  const admin = <Result>(...args: string[]): Promise<Result> => runAdmin<Result>(args, environment);
  return {
    databaseUrl,
    natsUrl: nats.url,
    address,
    key,
    directory,
    get: (target, ofKey = key) =>
      services?.get(target) ?? getFrom(address, target, { 'x-api-key': ofKey }),
    admin,
    async load(files, { strict, announced } = {}) {
      const dataset = mkdtempSync(path.join(directory, 'load-'));
      for (const [file, content] of Object.entries(files)) {
        writeFileSync(path.join(dataset, file), content);
      }
      await importDirectory(databaseUrl, dataset, {
        strict,
        ...(announced && { natsUrl: nats.url }),
      });
    },
    startChanges,
    startGateway: () =>
      startApp('gateway', environmentOf('gateway', stackOptions), stackOptions.logDir),
    async stop() {
      await services?.close();
      await Promise.all([stack.stop(), second?.stop()]);
      await Promise.all([nats.stop(), redis.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
