import type { Server } from '@gcd/local';
import { freePorts, startNatsWith } from './servers.ts';

/** Starts three NATS servers that form a cluster. */
export async function startNatsCluster(): Promise<{ readonly servers: Server[] }> {
  const routePorts = await freePorts(3);
  const routes = routePorts.map((port) => `nats://127.0.0.1:${port}`).join(',');
  const servers = await Promise.all(
    routePorts.map((port, index) =>
      startNatsWith({
        args: () => [
          ...['-n', `nats-${index}`, '--cluster_name', 'gcd'],
          ...['--cluster', `nats://127.0.0.1:${port}`, '--routes', routes],
        ],
      }),
    ),
  );
  return { servers };
}
