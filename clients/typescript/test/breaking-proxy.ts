import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that interrupts responses. */
export interface BreakingProxy {
  readonly url: string;
  /** Number of connections that the proxy has accepted so far. */
  readonly connections: number;
  close(): void;
}

/**
 * Starts a proxy for the server at a URL.
 * @param limitOf returns how many bytes of a response body to forward, given the number of earlier connections; null
 * for all bytes
 * @param ending how the proxy ends the connection after these bytes
 */
export async function startBreakingProxy(
  target: string,
  limitOf: (connection: number) => number | null,
  ending: 'breaks' | 'stalls' = 'breaks',
): Promise<BreakingProxy> {
  const url = new URL(target);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    const most = limitOf(connections++);
    const upstream = connect(Number(port), hostname);
    sockets.add(client).add(upstream);
    client.pipe(upstream);
    let received = Buffer.alloc(0);
    let passed = 0;
    upstream.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const head = received.indexOf('\r\n\r\n') + 4;
      const end = most === null || head < 4 ? received.length : head + most;
      const part = received.subarray(passed, end);
      passed += part.length;
      client.write(part, () => {
        if (ending === 'breaks' && passed < received.length) client.resetAndDestroy();
      });
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.origin,
    get connections() {
      return connections;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
