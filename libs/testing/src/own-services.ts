import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { asRole, environmentOf, type ServingApp, startApp, startStack } from '@gcd/local';
import { runAdmin } from './admin-process.ts';
import { importDirectory } from './import-directory.ts';
import { createMigratedDatabase } from './migrated-database.ts';
import { startOwnNats } from './own-nats.ts';
import { openServices, type Services } from './service.ts';

/** Startup timeout in milliseconds, long enough for a busy machine. */
export const START_TIMEOUT_MS = 120_000;

/** Services with a database and a NATS server of their own. */
export interface OwnServices {
  readonly databaseUrl: string;
  readonly get: Services['get'];
  admin<Result>(...args: string[]): Promise<Result>;
  /** Imports a dataset. @param files content by file name */
  load(files: Readonly<Record<string, string>>): Promise<void>;
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
  const databaseUrl = await createMigratedDatabase(name);
  const nats = await startOwnNats({
    databaseAs: asRole(databaseUrl),
    apps: [...new Set(apps)],
  });
  const { options, directory } = nats;
  const others = apps.filter((app, at) => apps.indexOf(app) !== at);
  const running = await Promise.all([
    startStack(options),
    ...others.map((app) => startApp(app, environmentOf(app, options), options.logDir)),
  ]);
  const services = await openServices(options.natsUrl);
  let loads = 0;
  return {
    databaseUrl,
    get: services.get,
    admin: (...args) => runAdmin(args, { DATABASE_URL: databaseUrl }),
    async load(files) {
      loads += 1;
      const dataset = path.join(directory, `data-${loads}`);
      mkdirSync(dataset);
      for (const [file, text] of Object.entries(files)) {
        writeFileSync(path.join(dataset, file), text);
      }
      await importDirectory(databaseUrl, dataset);
    },
    async stop() {
      await services.close();
      await Promise.all(running.map((each) => each.stop()));
      await nats.stop();
    },
  };
}
