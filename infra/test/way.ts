import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A way to a server that can be cut. */
export interface Way {
  /** The server's URL, by this way. */
  readonly url: string;
  /** Breaks every connection, and refuses new ones. */
  cut(): void;
  mend(): void;
  close(): void;
}

/** Opens a way to the server of a URL. @param bytesASecond how fast it is back from there */
export async function openWay(
  target: string,
  bytesASecond = Number.POSITIVE_INFINITY,
): Promise<Way> {
  const url = new URL(target);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.resetAndDestroy();
    const upstream = connect(Number(port), hostname);
    client.pipe(upstream);
    upstream.pipe(slowedTo(bytesASecond)).pipe(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
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
    mend: () => {
      isCut = false;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}

function slowedTo(bytesASecond: number): Transform {
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      const wait = (bytes.length / bytesASecond) * 1000;
      if (wait < 1) done(null, bytes);
      else setTimeout(() => done(null, bytes), wait);
    },
  });
}
