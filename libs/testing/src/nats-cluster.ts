import type { Server } from '@gcd/local';
import { freePorts, startNatsWith } from './servers.ts';

/**
 * Starts three NATS servers that form a cluster.
 * @returns the servers, and the URL of the monitoring of each
 */
export async function startNatsCluster(): Promise<{
  readonly servers: Server[];
  readonly monitoring: string[];
}> {
  const ports = await freePorts(6);
  const routePorts = ports.slice(0, 3);
  const monitoringPorts = ports.slice(3);
  const routes = routePorts.map((port) => `nats://127.0.0.1:${port}`).join(',');
  const servers = await Promise.all(
    routePorts.map((port, index) =>
      startNatsWith({
        args: () => [
          ...['-n', `nats-${index}`, '--cluster_name', 'gcd'],
          ...['-m', `${monitoringPorts[index]}`],
          ...['--cluster', `nats://127.0.0.1:${port}`, '--routes', routes],
        ],
      }),
    ),
  );
  return { servers, monitoring: monitoringPorts.map((port) => `http://127.0.0.1:${port}`) };
}
