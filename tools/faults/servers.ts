import path from 'node:path';
import { type Server, type ServerOptions, startNats, startPostgres, startRedis } from '@gcd/local';
import { type RestartableServer, startRestartable } from '@gcd/testing/restartable-server.js';
import type { CpuShares } from './cpu-shares.ts';

export interface Servers {
  readonly postgres: RestartableServer;
  readonly nats: RestartableServer;
  readonly redis: RestartableServer;
  stop(): Promise<void>;
}

/** Starts servers that keep their data in a directory across restarts. */
export async function startServers(
  directory: string,
  cpuShares: CpuShares | null,
): Promise<Servers> {
  const [postgres, nats, redis] = await Promise.all([
    startKept(directory, 'postgres', startPostgres, cpuShares),
    startKept(directory, 'nats', startNats, cpuShares),
    startKept(directory, 'redis', startRedis, cpuShares),
  ]);
  return {
    postgres,
    nats,
    redis,
    async stop() {
      await Promise.all([postgres, nats, redis].map((server) => server.stop()));
    },
  };
}

/**
 * Starts a server that keeps its data across restarts.
 * @param name name of the server and of its folder in `directory`
 */
function startKept(
  directory: string,
  name: string,
  start: (options: ServerOptions) => Promise<Server>,
  cpuShares: CpuShares | null,
): Promise<RestartableServer> {
  return startRestartable(path.join(directory, name), async (dir, port) => {
    const server = await start({ dir, keep: true, log: () => undefined, ...(port && { port }) });
    cpuShares?.assign(name, server.pid);
    return server;
  });
}
