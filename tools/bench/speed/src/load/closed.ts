import { Connection } from './connection.js';

/**
 * Sends requests on a fixed number of connections. Each connection sends one request at a time.
 * @param tell called for each response, with its latency in milliseconds
 * @returns a function that stops sending
 */
export function closedLoop(
  addresses: readonly URL[],
  connections: number,
  request: () => string,
  tell: (status: number, bytes: number, latencyMs: number) => void,
): () => void {
  let running = true;
  const open = new Set<Connection>();
  const run = (address: URL): void => {
    const connection = new Connection(address);
    open.add(connection);
    const next = (): void => {
      const sentAt = performance.now();
      connection.send(request(), (status, bytes) => {
        if (!running) return;
        tell(status, bytes, performance.now() - sentAt);
        if (connection.isUsable) next();
        else {
          open.delete(connection);
          run(address);
        }
      });
    };
    next();
  };
  for (let index = 0; index < connections; index += 1) {
    run(addresses[index % addresses.length] as URL);
  }
  return () => {
    running = false;
    for (const connection of open) connection.close();
  };
}
