import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from '@gcd/testing/eventually.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Connections } from './connections.js';

const CONNECTIONS = 200;
const REQUESTS = 700;
const REQUEST = 'GET /stalled HTTP/1.1\r\nHost: x\r\n\r\n';

let server: Server;
let parsed: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  parsed = 0;
  const handle = new Connections(1).inTurn((request, response) => {
    // Other responses are never sent, so that all further requests on the connection wait.
    if (request.url === '/') response.end('done');
  });
  server = createServer((request, response) => {
    parsed += 1;
    handle(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

async function open(): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, 'connection');
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  await accepted;
  return socket;
}

describe('clients that pipeline requests on many connections at once', () => {
  it('are disconnected before their requests use much more memory than the limit', async () => {
    for (let opened = 0; opened < CONNECTIONS; opened += 1) await open();
    let closed = 0;
    for (const socket of sockets) {
      socket.on('close', () => {
        closed += 1;
      });
      // The kernel accepts all data at once, so the server receives it in one event-loop iteration.
      socket.resume().write(REQUEST.repeat(REQUESTS));
    }
    await eventually(async () => expect(closed).toBeGreaterThan(CONNECTIONS - 10));
    // A waiting request uses about 8 KB, and the limit is 64 MB while connections are closing.
    expect(parsed).toBeLessThan(10_000);
  });

  it('do not affect other clients', async () => {
    for (let opened = 0; opened < CONNECTIONS; opened += 1) await open();
    for (const socket of sockets) socket.write(REQUEST.repeat(REQUESTS));
    const other = await open();
    other.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await text(other)).toContain('done');
  });
});
