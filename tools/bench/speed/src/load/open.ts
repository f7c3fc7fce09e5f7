import { Worker } from 'node:worker_threads';
import { Connection } from './connection.js';

const MAX_CONNECTIONS = 1000;

const now = (): number => Number(process.hrtime.bigint()) / 1e6;

/**
 * Sends requests as a Poisson process, without waiting for responses. Latency is measured from the due time of a
 * request, so every request that a stalled server delays counts as slow.
 * @param tell called for each response, with its latency in milliseconds
 * @returns a function that stops sending
 */
export function openLoop(
  addresses: readonly URL[],
  perSecond: number,
  request: () => string,
  tell: (status: number, bytes: number, latencyMs: number) => void,
): () => void {
  let running = true;
  const open = new Set<Connection>();
  const idle: Connection[] = [];
  const waiting: number[] = [];

  const send = (connection: Connection, due: number): void =>
    connection.send(request(), (status, bytes) => {
      if (!running) return;
      tell(status, bytes, now() - due);
      if (!connection.isUsable) open.delete(connection);
      else if (waiting.length > 0) send(connection, waiting.shift() as number);
      else idle.push(connection);
    });

  const arrive = (due: number): void => {
    const connection = idle.pop();
    if (connection?.isUsable) send(connection, due);
    else if (open.size === MAX_CONNECTIONS) waiting.push(due);
    else {
      const another = new Connection(addresses[open.size % addresses.length] as URL);
      open.add(another);
      send(another, due);
    }
  };

  const clock = new Worker(new URL('./clock.js', import.meta.url), { workerData: perSecond });
  clock.on('message', arrive);
  return () => {
    running = false;
    void clock.terminate();
    for (const connection of open) connection.close();
  };
}
