import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A listening health server. */
export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Answers `/health/live` (the event loop turns) and `/health/ready` (200 or 503).
 * @param isReady whether the process can do its work now
 */
export async function startHealthServer(
  port: number,
  isReady: () => boolean,
): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const status = { '/health/live': 200, '/health/ready': isReady() ? 200 : 503 }[
      request.url ?? ''
    ];
    response.writeHead(status ?? 404, { 'content-type': 'application/json' });
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
