import type { Server } from '@gcd/local';
import { freePorts, startNatsWith } from './servers.ts';

/**
 * Starts three NATS servers that form a cluster.
 * @param args additional arguments for each server
 * @returns the servers, and a function that restarts one of them on its port, without its data
 */
export async function startNatsCluster(args: readonly string[] = []): Promise<{
  readonly servers: Server[];
  startAgain(index: number): Promise<void>;
}> {
  const routePorts = await freePorts(3);
  const routes = routePorts.map((port) => `nats://127.0.0.1:${port}`).join(',');
  const start = (index: number, port?: number): Promise<Server> =>
    startNatsWith({
      ...(port && { port }),
      args: () => [
        ...['-n', `nats-${index}`, '--cluster_name', 'gcd'],
        ...['--cluster', `nats://127.0.0.1:${routePorts[index]}`, '--routes', routes],
        ...args,
      ],
    });
  const servers = await Promise.all(routePorts.map((_, index) => start(index)));
  return {
    servers,
    async startAgain(index) {
      servers[index] = await start(index, Number(new URL(servers[index]?.url ?? '').port));
    },
  };
}
