import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  asRole,
  environmentOf,
  type StackOptions,
  startApp,
  startNats,
  startStack,
} from '@gcd/local';
import { runAdmin } from '@gcd/testing/admin-process.js';
import { testEnvironment } from '@gcd/testing/api.js';
import { createDatabase, MIGRATED_TEMPLATE } from '@gcd/testing/database.js';
import { importDirectory } from '@gcd/testing/import-directory.js';
import { openServices } from '@gcd/testing/service.js';

/** Startup timeout in milliseconds, long enough for a busy machine. */
export const STACK_TIMEOUT_MS = 120_000;

/** Two instances of the search service, which share a separate database. */
export interface SearchStack {
  readonly databaseUrl: string;
  admin<Result>(...args: string[]): Promise<Result>;
  load(files: Record<string, string>): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: each test expects other data
  get(target: string): Promise<any>;
  stop(): Promise<void>;
}

/** Starts a {@link SearchStack}. @param name name of its database */
export async function startSearchStack(name: string): Promise<SearchStack> {
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-search-'));
  const databaseUrl = await createDatabase(
    testEnvironment('TEST_DATABASE_URL'),
    name,
    MIGRATED_TEMPLATE,
  );
  const admin = <Result>(...args: string[]) =>
    runAdmin<Result>(args, { DATABASE_URL: databaseUrl });
  const nats = await startNats({
    dir: path.join(directory, 'nats'),
    keep: false,
    log: () => undefined,
  });
  const options: StackOptions = {
    databaseAs: asRole(databaseUrl),
    natsUrl: nats.url,
    redisUrl: testEnvironment('TEST_REDIS_URL'),
    logDir: path.join(directory, 'logs'),
    apps: ['search'],
  };
  const [stack, second] = await Promise.all([
    startStack(options),
    startApp('search', environmentOf('search', options), options.logDir),
  ]);
  const services = await openServices(nats.url);
  let loads = 0;
  return {
    databaseUrl,
    admin,
    async load(files) {
      loads += 1;
      const dataset = path.join(directory, `data-${loads}`);
      mkdirSync(dataset);
      for (const [file, text] of Object.entries(files)) {
        writeFileSync(path.join(dataset, file), text);
      }
      await importDirectory(databaseUrl, dataset);
    },
    async get(target) {
      const { body } = await services.get(target);
      return body.data;
    },
    async stop() {
      await services.close();
      await stack.stop();
      await second.stop();
      await nats.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
