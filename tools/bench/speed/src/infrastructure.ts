import path from 'node:path';
import { startNats, startPostgres, startRedis } from '@gcd/local';
import type { Parts } from './processes.js';
import { log } from './log.js';

/** The servers that the product and the baselines share. */
export interface Infrastructure {
  readonly urls: {
    readonly databaseUrl: string;
    readonly natsUrl: string;
    readonly redisUrl: string;
  };
  readonly parts: Parts;
  stop(): Promise<void>;
}

/** Starts PostgreSQL, NATS and Redis with their state in a directory that the next run reuses. */
export async function startInfrastructure(directory: string): Promise<Infrastructure> {
  const options = (name: string) => ({ dir: path.join(directory, name), keep: true, log });
  const [postgres, nats, redis] = await Promise.all([
    startPostgres(options('postgres')),
    startNats(options('nats')),
    startRedis(options('redis')),
  ]);
  return {
    urls: { databaseUrl: postgres.url, natsUrl: nats.url, redisUrl: redis.url },
    parts: { PostgreSQL: [postgres.pid], NATS: [nats.pid], Redis: [redis.pid] },
    stop: async () =>
      void (await Promise.all([postgres, nats, redis].map((server) => server.stop()))),
  };
}
