import path from 'node:path';
import { ownFolder } from './account.js';
import { ensure } from './fetch.js';
import type { Program } from './find.js';
import { startNats } from './nats.js';
import { startPostgres } from './postgres.js';
import { startRedis } from './redis.js';
import type { Server, ServerOptions } from './server.js';

/** Which servers are wanted, and where their state is. */
export interface ServersOptions {
  dataDir: string;
  /** False: throw-away servers, `dataDir` is removed when they end in any way. */
  keep: boolean;
  say: (line: string) => void;
  /** A server whose URL is given is not started. */
  env: {
    DATABASE_URL?: string | undefined;
    NATS_URL?: string | undefined;
    REDIS_URL?: string | undefined;
  };
}

/** Where the servers are. */
export interface Servers {
  databaseUrl: string;
  natsUrl: string;
  redisUrl: string;
  /** Ends those that were started. */
  stop(): Promise<void>;
}

interface Kind {
  name: string;
  program: Program;
  given: string | undefined;
  start: (options: ServerOptions) => Promise<Server>;
}

/** Starts PostgreSQL, NATS and Redis, those that are not given. */
export async function startServers({ dataDir, keep, say, env }: ServersOptions): Promise<Servers> {
  const kinds: Kind[] = [
    { name: 'postgres', program: 'postgres', given: env.DATABASE_URL, start: startPostgres },
    { name: 'nats', program: 'nats-server', given: env.NATS_URL, start: startNats },
    { name: 'redis', program: 'redis-server', given: env.REDIS_URL, start: startRedis },
  ];
  const missing = kinds.filter(({ given }) => !given);
  await ensure(
    missing.map(({ program }) => program),
    say,
  );
  const folder = missing.length > 0 ? ownFolder(dataDir, say) : dataDir;

  const started: Server[] = [];
  const stop = async () => void (await Promise.all(started.map((server) => server.stop())));
  const urls = await Promise.allSettled(
    kinds.map(async ({ name, given, start }) => {
      if (given) return given;
      const server = await start({
        dir: path.join(folder, name),
        keep,
        say,
        ...(keep ? {} : { shared: folder }),
      });
      started.push(server);
      return server.url;
    }),
  );
  const failed = urls.find((url) => url.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const [databaseUrl = '', natsUrl = '', redisUrl = ''] = urls.map((url) =>
    url.status === 'fulfilled' ? url.value : '',
  );
  return { databaseUrl, natsUrl, redisUrl, stop };
}
