import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  asRole,
  environmentOf,
  runAdmin,
  type StackOptions,
  startApp,
  startNats,
  startStack,
} from '@gcd/local';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { createDatabase, MIGRATED_TEMPLATE } from '@gcd/testing/database.js';

/** Startup timeout in milliseconds, long enough for a busy machine. */
export const STACK_TIMEOUT_MS = 120_000;

/** Two instances of the search service behind a gateway, with their own database. */
export interface SearchStack {
  readonly databaseUrl: string;
  admin<Result>(...args: string[]): Promise<Result>;
  /** Imports a dataset of the given files. */
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
  await admin('plans', 'set', 'test', '--rate', '10000', '--period', 'day');
  const { key } = await admin<{ key: string }>('keys', 'create', '--plan', 'test');
  const options: StackOptions = {
    databaseAs: asRole(databaseUrl),
    natsUrl: nats.url,
    redisUrl: testEnvironment('TEST_REDIS_URL'),
    logDir: path.join(directory, 'logs'),
    apps: ['search', 'gateway'],
    // A response cache could hide the latest results.
    gateway: { RESPONSE_CACHE_MB: '0' },
  };
  const stack = await startStack(options);
  const second = await startApp('search', environmentOf('search', options), options.logDir);
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
      await admin('import', dataset);
    },
    async get(target) {
      const url = `http://127.0.0.1:${stack.port}`;
      const { body } = await getFrom(url, target, { 'x-api-key': key });
      return body.data;
    },
    async stop() {
      await stack.stop();
      await second.stop();
      await nats.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
