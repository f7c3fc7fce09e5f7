import {
  asRole,
  environmentOf,
  type RunningApp,
  type ServingApp,
  startApp,
  startRedis,
} from '@gcd/local';
import { addAccount } from './account.ts';
import { type ApiResponse, getFrom } from './api.ts';
import { createMigratedDatabase } from './migrated-database.ts';
import { type OwnServices, startServices } from './own-services.ts';
import { sharedFolder } from './servers.ts';

/** A change feed with its own database, one or two instances of the changes service, and a gateway. */
export interface FeedStack extends Pick<OwnServices, 'databaseUrl' | 'directory' | 'admin'> {
  readonly natsUrl: string;
  readonly address: string;
  /** An API key without limits. */
  readonly key: string;
  get(target: string, key?: string): Promise<ApiResponse>;
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
  { gateway: hasGateway = true, instances = 2, apps = [], ...options }: FeedStackOptions = {},
): Promise<FeedStack> {
  const [databaseUrl, redis] = await Promise.all([
    options.databaseUrl ?? createMigratedDatabase(name),
    startRedis({ dir: sharedFolder(), keep: false, log: () => undefined }),
  ]);
  const { key } = await addAccount(databaseUrl, {
    permissions: ['changes', 'history'],
    catalogs: ['all'],
  });
  const feed = [
    ...Array<ServingApp>(instances).fill('changes'),
    ...(hasGateway ? (['gateway'] as const) : []),
  ];
  const services = await startServices(databaseUrl, [...feed, ...apps], { redisUrl: redis.url });
  const { natsUrl, logDir } = services.options;
  const address = `http://127.0.0.1:${services.stack.port}`;
  const start = (app: ServingApp, ofDatabase = databaseUrl): Promise<RunningApp> => {
    const stackOptions = { ...services.options, databaseAs: asRole(ofDatabase) };
    return startApp(app, environmentOf(app, stackOptions), logDir);
  };
  return {
    databaseUrl,
    natsUrl,
    address,
    key,
    directory: services.directory,
    get: (target, ofKey = key) =>
      hasGateway ? getFrom(address, target, { 'x-api-key': ofKey }) : services.get(target),
    admin: services.admin,
    load: (files, { strict, announced } = {}) =>
      services.load(files, { strict, ...(announced && { natsUrl }) }),
    startChanges: (url) => start('changes', url),
    startGateway: () => start('gateway'),
    async stop() {
      await services.stop();
      await redis.stop();
    },
  };
}
