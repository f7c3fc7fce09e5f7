import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** A proxy in front of a server. The proxy can interrupt, stall or slow down connections. */
export interface TcpProxy {
  /** URL of the server through the proxy. */
  readonly url: string;
  /** Breaks every connection, and refuses new ones. */
  cut(): void;
  /** Stalls all connections, like a firewall that drops packets. Data that is sent during the stall arrives later. */
  stall(): void;
  /** Adds latency in both directions. */
  delay(ms: number): void;
  mend(): void;
  close(): void;
}

/**
 * Starts a proxy for the server at a URL.
 * @param bytesASecond bandwidth of responses in bytes per second
 * @param onSent called with each chunk of bytes that a client sends to the server
 */
export async function startProxy(
  target: string,
  bytesASecond = Number.POSITIVE_INFINITY,
  onSent?: (bytes: Buffer) => void,
): Promise<TcpProxy> {
  const url = new URL(target);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  let isCut = false;
  let delayMs = 0;
  let mended: Promise<void> | null = null;
  let mend = (): void => undefined;
  /** Forwards bytes at the given bandwidth, unless the proxy is stalled. */
  const through = (speed: number): Transform =>
    new Transform({
      async transform(bytes: Buffer, _encoding, done) {
        if (speed < Number.POSITIVE_INFINITY) await pause((bytes.length / speed) * 1000);
        await mended;
        if (delayMs === 0) return done(null, bytes);
        setTimeout(() => this.push(bytes), delayMs);
        done();
      },
    });
  const server = createServer((client) => {
    if (isCut) return void client.resetAndDestroy();
    const upstream = connect(Number(port), hostname);
    if (onSent) client.on('data', onSent);
    client.pipe(through(Number.POSITIVE_INFINITY)).pipe(upstream);
    upstream.pipe(through(bytesASecond)).pipe(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', async () => {
        sockets.delete(socket);
        await mended;
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.port = String((server.address() as AddressInfo).port);
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    stall: () => {
      mended ??= new Promise((resolve) => {
        mend = resolve;
      });
    },
    delay: (ms) => {
      delayMs = ms;
    },
    mend: () => {
      isCut = false;
      delayMs = 0;
      mended = null;
      mend();
    },
    close: () => {
      cut();
      mend();
      server.close();
    },
  };
}
