import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  asRole,
  environmentOf,
  type ServingApp,
  type Stack,
  type StackOptions,
  startApp,
  startStack,
} from '@gcd/local';
import { runAdmin } from './admin-process.ts';
import { type ImportOptions, importDirectory } from './import-directory.ts';
import { createMigratedDatabase } from './migrated-database.ts';
import { startOwnNats } from './own-nats.ts';
import { openServices, type Services } from './service.ts';

/** Startup timeout in milliseconds, long enough for a busy machine. */
export const START_TIMEOUT_MS = 120_000;

/** Services with a database and a NATS server of their own. */
export interface OwnServices {
  readonly databaseUrl: string;
  readonly stack: Stack;
  /** Options of the services. */
  readonly options: StackOptions;
  /** Directory of the logs and cursor keys. */
  readonly directory: string;
  readonly get: Services['get'];
  admin<Result>(...args: string[]): Promise<Result>;
  /** Imports a dataset. @param files content by file name @throws Error if a row was rejected */
  load(files: Readonly<Record<string, string>>, options?: ImportOptions): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts {@link OwnServices} with an empty database.
 * @param name name of the database
 * @param apps the services; a service that occurs twice has two instances
 */
export async function startOwnServices(
  name: string,
  ...apps: readonly ServingApp[]
): Promise<OwnServices> {
  return startServices(await createMigratedDatabase(name), apps);
}

/** Starts {@link OwnServices} with a migrated database. @param overrides options that replace the defaults */
export async function startServices(
  databaseUrl: string,
  apps: readonly ServingApp[],
  overrides: Partial<StackOptions> = {},
): Promise<OwnServices> {
  const nats = await startOwnNats({
    databaseAs: asRole(databaseUrl),
    apps: [...new Set(apps)],
    ...overrides,
  });
  const { options, directory } = nats;
  const others = apps.filter((app, at) => apps.indexOf(app) !== at);
  const [stack, ...running] = await Promise.all([
    startStack(options),
    ...others.map((app) => startApp(app, environmentOf(app, options), options.logDir)),
  ]);
  const services = await openServices(options.natsUrl);
  return {
    databaseUrl,
    stack,
    options,
    directory,
    get: services.get,
    admin: (...args) => runAdmin(args, { DATABASE_URL: databaseUrl }),
    async load(files, importOptions) {
      const dataset = mkdtempSync(path.join(directory, 'data-'));
      for (const [file, text] of Object.entries(files)) {
        writeFileSync(path.join(dataset, file), text);
      }
      await importDirectory(databaseUrl, dataset, importOptions);
    },
    async stop() {
      await services.close();
      await Promise.all([stack, ...running].map((each) => each.stop()));
      await nats.stop();
    },
  };
}
