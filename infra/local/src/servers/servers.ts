import path from 'node:path';
import { ownFolder } from './account.js';
import { ensure } from './fetch.js';
import type { Program } from './find.js';
import { startNats } from './nats.js';
import { missingForOpenSearch, startOpenSearch } from './opensearch.js';
import { startPostgres } from './postgres.js';
import { startRedis } from './redis.js';
import type { Server, ServerOptions } from './server.js';
import { supervise } from '../supervise.js';

/** Which servers to start, and where their state is stored. */
export interface ServersOptions {
  dataDir: string;
  /** Whether to keep `dataDir` when the servers stop. False for temporary servers. */
  keep: boolean;
  log: (line: string) => void;
  /** Called if a server crashes too often. If undefined, crashed servers are not restarted. */
  giveUp?: () => void;
  env: {
    DATABASE_URL?: string | undefined;
    NATS_URL?: string | undefined;
    REDIS_URL?: string | undefined;
    SEARCH_URL?: string | undefined;
  };
  /** Whether to start OpenSearch. */
  openSearch?: boolean;
}

export interface Servers {
  databaseUrl: string;
  natsUrl: string;
  redisUrl: string;
  /** URL of OpenSearch; empty if cards are searched in PostgreSQL. */
  searchUrl: string;
  stop(): Promise<void>;
}

interface Kind {
  name: string;
  title: string;
  /** The program to download if it is not installed; undefined if the server sees to it. */
  program?: Program;
  given: string | undefined;
  start: (options: ServerOptions) => Promise<Server>;
}

/** Starts PostgreSQL, NATS and Redis, except those whose URL is set in `env`. */
export async function startServers(options: ServersOptions): Promise<Servers> {
  const { dataDir, keep, log, giveUp, env } = options;
  const kinds: Kind[] = [
    {
      name: 'postgres',
      title: 'PostgreSQL',
      program: 'postgres',
      given: env.DATABASE_URL,
      start: startPostgres,
    },
    { name: 'nats', title: 'NATS', program: 'nats-server', given: env.NATS_URL, start: startNats },
    {
      name: 'redis',
      title: 'Redis',
      program: 'redis-server',
      given: env.REDIS_URL,
      start: startRedis,
    },
  ];
  if (options.openSearch || env.SEARCH_URL) {
    const lacking = env.SEARCH_URL ? null : missingForOpenSearch();
    if (lacking) throw new Error(lacking);
    kinds.push({
      name: 'opensearch',
      title: 'OpenSearch',
      given: env.SEARCH_URL,
      start: async (serverOptions) => (await startOpenSearch(serverOptions))[0] as Server,
    });
  }
  const missing = kinds.filter(({ given }) => !given);
  await ensure(
    missing.flatMap(({ program }) => program ?? []),
    log,
  );
  const folder = missing.length > 0 ? ownFolder(dataDir, log) : dataDir;

  const stops: (() => Promise<void>)[] = [];
  const stop = async () => void (await Promise.all(stops.map((stopOne) => stopOne())));
  const urls = await Promise.allSettled(
    kinds.map(async ({ name, title, given, start }) => {
      if (given) return given;
      const dir = path.join(folder, name);
      const serverOptions = { dir, keep, log, ...(keep ? {} : { shared: folder }) };
      const server = await start(serverOptions);
      const port = Number(new URL(server.url).port);
      const startAgain = () => start({ ...serverOptions, port });
      const logFile = path.join(dir, 'server.log');
      stops.push(
        giveUp
          ? supervise(server, { title, logFile, start: startAgain, log, giveUp })
          : () => server.stop(),
      );
      return server.url;
    }),
  );
  const failed = urls.find((url) => url.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const [databaseUrl = '', natsUrl = '', redisUrl = '', searchUrl = ''] = urls.map((url) =>
    url.status === 'fulfilled' ? url.value : '',
  );
  return { databaseUrl, natsUrl, redisUrl, searchUrl, stop };
}
