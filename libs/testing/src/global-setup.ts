import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  asRole,
  cursorKeysFile,
  runAdmin,
  SERVING_APPS,
  startServers,
  startStack,
} from '@gcd/local';
import pg from 'pg';
import { createDatabase, MIGRATED_TEMPLATE } from './database.ts';

const FIXTURE = fileURLToPath(new URL('../fixture', import.meta.url));

/**
 * Starts real servers and a stack with the data of the fixture, for all test files. `TEST_APPS` is a comma-separated
 * list of apps to start; by default, all are started. `TEST_SERVERS=none` starts nothing, for packages that have only
 * spec files.
 */
export default async function globalSetup(): Promise<void> {
  if (process.env.TEST_SERVERS === 'none') return;
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-test-'));
  // The servers run as another user if this process runs as root, so give other users access to the directory.
  chmodSync(directory, 0o755);
  const removeDirectory = removeAtEnd(directory);
  // Tests and their child processes create temporary files in this directory. It is removed after all tests.
  process.env.TMPDIR = path.join(directory, 'tmp');
  mkdirSync(process.env.TMPDIR);
  const log = (line: string): void => console.error(line);
  const servers = await startServers({
    dataDir: path.join(directory, 'servers'),
    keep: false,
    log,
    env: {
      DATABASE_URL: process.env.TEST_DATABASE_URL,
      NATS_URL: process.env.TEST_NATS_URL,
      REDIS_URL: process.env.TEST_REDIS_URL,
    },
  });
  const template = await createDatabase(servers.databaseUrl, MIGRATED_TEMPLATE);
  await runAdmin(['migrate'], { DATABASE_URL: template });
  const databaseUrl = await createDatabase(servers.databaseUrl, 'gcd_fixture', MIGRATED_TEMPLATE);
  const env = { DATABASE_URL: databaseUrl };
  await runAdmin(['import', FIXTURE], env);
  await publishedYesterday(databaseUrl);
  const needed = process.env.TEST_APPS?.split(',');
  const apps = SERVING_APPS.filter((app) => needed?.includes(app) ?? true);
  if (apps.includes('catalogs')) {
    await runAdmin(['catalogs', 'build'], {
      ...env,
      NATS_URL: servers.natsUrl,
      SITE_URL: 'https://cards.example',
    });
  }
  const stack = await startStack({
    databaseAs: asRole(databaseUrl),
    natsUrl: servers.natsUrl,
    redisUrl: servers.redisUrl,
    siteUrl: 'https://cards.example',
    // Allow many invalid keys: all tests share one IP address, and many of them send invalid keys.
    gateway: { AUTH_FAILURES_PER_MINUTE: '1000000' },
    logDir: path.join(directory, 'logs'),
    cursorKeysFile: cursorKeysFile(directory),
    apps,
  });
  Object.assign(process.env, {
    TEST_DATABASE_URL: servers.databaseUrl,
    TEST_FIXTURE_DATABASE_URL: databaseUrl,
    TEST_NATS_URL: servers.natsUrl,
    TEST_REDIS_URL: servers.redisUrl,
    ...(apps.includes('gateway') && {
      TEST_API_URL: `http://127.0.0.1:${stack.port}`,
      TEST_API_KEY: await createKey(env),
    }),
    TEST_LOG_DIR: path.join(directory, 'logs'),
  });
  Object.assign(globalThis, {
    stopTestServers: async () => {
      await stack.stop();
      await servers.stop();
      await removeDirectory();
    },
  });
}

/** Dates the changes in the feed one day back, because tests must not expect changes of today: it may be midnight. */
async function publishedYesterday(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('update feed_days set day = day - 1');
  await client.query('update feed_head set last_day = last_day - 1');
  await client.end();
}

/** Creates an API key that has all permissions and may download all catalogs. */
async function createKey(env: { readonly DATABASE_URL: string }): Promise<string> {
  const limits = ['--rate', '100000', '--period', 'day'];
  await runAdmin(['plans', 'set', 'test', ...limits, '--permit', 'images,history,changes'], env);
  const options = ['--plan', 'test', '--catalogs', 'psa,pokemon,all'];
  return (await runAdmin<{ key: string }>(['keys', 'create', ...options], env)).key;
}

// Shell script that removes a directory when the script's input ends. The script retries, because servers that are
// still stopping may add files.
const REMOVE =
  'cat; for i in 1 2 3 4 5 6 7 8 9; do rm -rf "$0" && break; sleep 1; done 2>/dev/null';

/** Removes a directory as soon as this process has exited. @returns a function that removes it earlier */
function removeAtEnd(directory: string): () => Promise<void> {
  const remover = spawn('sh', ['-c', REMOVE, directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  remover.unref();
  return async () => {
    remover.ref();
    remover.stdin.end();
    await once(remover, 'exit');
  };
}
