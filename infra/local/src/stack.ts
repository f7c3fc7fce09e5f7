import { ROLES } from '@gcd/database/roles';
import {
  type ListeningApp,
  type RunningApp,
  SERVING_APPS,
  type ServingApp,
  startApp,
} from './apps.js';
import type { DatabaseAccess } from './roles.js';

/** Options of a stack, which consists of a gateway and services. */
export interface StackOptions {
  readonly databaseAs: DatabaseAccess;
  /** URLs of standbys, by database role; if undefined, services read from the primary. */
  readonly readAs?: DatabaseAccess;
  readonly natsUrl: string;
  readonly redisUrl: string;
  readonly siteUrl?: string;
  /** Port of the gateway; by default, a free port. */
  readonly port?: number;
  readonly logDir: string;
  /** File with the cursor keys, for the changes service. */
  readonly cursorKeysFile?: string;
  /** Additional settings for the gateway. */
  readonly gateway?: NodeJS.ProcessEnv;
  /** Returns additional settings for an app. */
  readonly settingsOf?: (app: ServingApp) => NodeJS.ProcessEnv;
  /** Apps to start; by default, all apps. */
  readonly apps?: readonly ServingApp[];
}

export interface Stack {
  readonly port: number;
  readonly apps: ReadonlyMap<ServingApp, RunningApp>;
  stop(): Promise<void>;
}

/** Starts the apps and waits until all are ready. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const apps = new Map<ServingApp, RunningApp>();
  const stop = (): Promise<void> => stopApps(apps);
  try {
    await Promise.all(
      (options.apps ?? SERVING_APPS).map(async (app) => {
        apps.set(app, await startApp(app, environmentOf(app, options), options.logDir));
      }),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { port: apps.get('gateway')?.port ?? 0, apps, stop };
}

/** Stops apps. Stops the gateway first, because its requests in flight still need the services. */
export async function stopApps(
  apps: ReadonlyMap<ListeningApp, Pick<RunningApp, 'stop'>>,
): Promise<void> {
  await apps.get('gateway')?.stop();
  await Promise.all([...apps.values()].map((app) => app.stop()));
}

export function environmentOf(app: ServingApp, options: StackOptions): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: options.databaseAs(ROLES[app]),
    ...(options.readAs && { DATABASE_READ_URL: options.readAs(ROLES[app]) }),
    NATS_URL: options.natsUrl,
    REDIS_URL: options.redisUrl,
    HEALTH_PORT: '0',
    PORT: String(options.port ?? 0),
    ...(options.siteUrl && { SITE_URL: options.siteUrl }),
    ...((app === 'changes' || app === 'catalogs') && { CURSOR_KEYS_FILE: options.cursorKeysFile }),
    // Set the drain time to 0, because there is no load balancer that needs time to detect the shutdown.
    ...(app === 'gateway' && { DRAIN_SECONDS: '0', ...options.gateway }),
    ...options.settingsOf?.(app),
  };
}
