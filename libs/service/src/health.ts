import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderMetrics } from './metrics.js';

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/** The health that a process reports to probes. */
export class Health {
  /** Whether the process has started and is not stopping. */
  isServing = false;
  /** Whether only a restart can restore the process. */
  isUnrecoverable = (): boolean => false;
  private readonly conditions: (() => boolean)[] = [];

  /** Adds a condition without which the process is not ready. */
  require(condition: () => boolean): void {
    this.conditions.push(condition);
  }

  get isReady(): boolean {
    return this.isServing && this.conditions.every((isMet) => isMet());
  }
}

/**
 * Serves `/health/live`, `/health/ready` (200 or 503) and `/metrics` on a separate port. The health server shares the
 * event loop with the service, so a blocked process fails its probes.
 */
export async function startHealthServer(port: number, health: Health): Promise<HealthServer> {
  const server = createServer(({ url = '', headers }, response) => {
    if (url === '/metrics') {
      renderMetrics(headers.accept).then(
        ({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text),
        () => response.writeHead(500).end(),
      );
      return;
    }
    const isHealthy = {
      '/health/live': () => !health.isUnrecoverable(),
      '/health/ready': () => health.isReady,
    }[url];
    const status = isHealthy ? (isHealthy() ? 200 : 503) : 404;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: status === 200 ? 'ok' : 'unavailable' }));
  });
  await listen(server, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, () => resolve());
  });
}
