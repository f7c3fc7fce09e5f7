import { ROLES } from '@gcd/database/roles';
import { type RunningApp, SERVING_APPS, type ServingApp, startApp } from './apps.js';
import type { DatabaseAccess } from './roles.js';

/** What a stack of our processes needs. */
export interface StackOptions {
  readonly databaseAs: DatabaseAccess;
  /** Of replicas, for the services that read them. */
  readonly readAs?: DatabaseAccess;
  readonly natsUrl: string;
  readonly redisUrl: string;
  readonly siteUrl?: string;
  /** Of the gateway; any free one when absent. */
  readonly port?: number;
  readonly logDir: string;
  /** Of the changes service. */
  readonly cursorKeysFile?: string;
  /** More configuration of the gateway. */
  readonly gateway?: NodeJS.ProcessEnv;
  /** More configuration of each app. */
  readonly settingsOf?: (app: ServingApp) => NodeJS.ProcessEnv;
  /** Which apps; all when absent. */
  readonly apps?: readonly ServingApp[];
}

/** The gateway and its services, running. */
export interface Stack {
  /** Of the gateway. */
  readonly port: number;
  readonly apps: ReadonlyMap<ServingApp, RunningApp>;
  stop(): Promise<void>;
}

/** Starts the apps and waits until all are ready. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const apps = new Map<ServingApp, RunningApp>();
  const stop = async (): Promise<void> => {
    // The gateway first: it finishes its calls while there are services to answer them.
    await apps.get('gateway')?.stop();
    await Promise.all([...apps.values()].map((app) => app.stop()));
  };
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

/** The environment variables of an app of a stack. */
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
    // Nobody is in front of it here who could be slow to notice that it stops.
    ...(app === 'gateway' && { DRAIN_SECONDS: '0', ...options.gateway }),
    ...options.settingsOf?.(app),
  };
}
