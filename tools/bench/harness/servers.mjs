import path from 'node:path';
import {
  asRole,
  cursorKeysFile,
  startNats,
  startPostgres,
  startRedis,
  startStack,
} from '@gcd/local';
import { atEnd } from './run.mjs';

export const SITE_URL = 'https://cards.example';
const log = console.error;

/**
 * Starts PostgreSQL, NATS and Redis.
 * @param directory directory for their data
 * @param keep whether to keep the data for later runs
 * @returns their URLs, and their process ids by name
 */
export async function startServers(directory, keep = true) {
  const options = (name) => ({ dir: path.join(directory, name), keep, log });
  const [postgres, nats, redis] = await Promise.all([
    startPostgres(options('postgres')),
    startNats(options('nats')),
    startRedis(options('redis')),
  ]);
  for (const server of [postgres, nats, redis]) atEnd(() => server.stop());
  return {
    urls: { databaseUrl: postgres.url, natsUrl: nats.url, redisUrl: redis.url },
    pids: { PostgreSQL: [postgres.pid], NATS: [nats.pid], Redis: [redis.pid] },
  };
}

/**
 * Starts the product, with each app in a separate process as in production.
 * @param directory directory for its logs and keys
 * @param options additional options of the stack
 * @returns a target: a system to measure, with the process ids of its parts, without those of the servers
 */
export async function startProduct({ databaseUrl, natsUrl, redisUrl }, directory, options = {}) {
  const stack = await startStack({
    databaseAs: asRole(databaseUrl),
    natsUrl,
    redisUrl,
    siteUrl: SITE_URL,
    logDir: path.join(directory, 'logs'),
    cursorKeysFile: cursorKeysFile(directory),
    ...options,
  });
  atEnd(() => stack.stop());
  return {
    title: 'the product',
    addresses: [`http://127.0.0.1:${stack.port}`],
    pids: Object.fromEntries([...stack.apps].map(([name, { pid }]) => [name, [pid]])),
  };
}
