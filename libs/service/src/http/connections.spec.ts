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
// A response that is larger than the socket buffers of a connection.
const LARGE = Buffer.alloc(20_000_000, 'x');
const MAX_UNREAD_BYTES = 3 * LARGE.length;

let server: Server;
let parsed: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  parsed = 0;
  const connections = new Connections(MAX_UNREAD_BYTES);
  const handle = connections.inTurn((request, response) => {
    // Other responses are never sent, so that all further requests on the connection wait.
    if (request.url === '/') response.end('done');
    const account = /^\/large\/(\d+)$/.exec(request.url ?? '')?.[1];
    if (account) connections.sent(request.socket, LARGE.length, Number(account));
    if (account) response.end(LARGE);
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

describe('unread responses', () => {
  it('of one account do not cause the connections of another account to be closed', async () => {
    const unreadOf = async (account: number): Promise<Socket> => {
      const socket = await open();
      const headers = 'Host: x\r\nConnection: close';
      socket.write(`GET /large/${account} HTTP/1.1\r\n${headers}\r\n\r\n`);
      // The first data arrives once the server has counted the response as unread.
      await once(socket, 'readable');
      return socket;
    };
    const quiet = await unreadOf(1);
    const greedy: Socket[] = [];
    for (let opened = 0; opened < 6; opened += 1) greedy.push(await unreadOf(2));
    expect((await text(quiet)).length).toBeGreaterThan(LARGE.length);
    const received = await Promise.all(greedy.map((socket) => text(socket).catch(() => '')));
    const isWhole = received.map(({ length }) => length > LARGE.length);
    expect(isWhole).toEqual([false, false, false, false, true, true]);
  });
});
