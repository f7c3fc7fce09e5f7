import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { eventually } from '@gcd/testing/eventually.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OpenRequests } from './open-requests.js';

const ACCOUNT = 1;
const MAX = 3;
const REQUEST = 'GET /stalled HTTP/1.1\r\nHost: x\r\n\r\n';
// A response that is larger than the socket buffers of a connection.
const LARGE = Buffer.alloc(20_000_000, 'x');

let openRequests: OpenRequests;
let server: Server;
let handled: (readonly [IncomingMessage, ServerResponse])[];
const sockets: Socket[] = [];

beforeEach(async () => {
  handled = [];
  openRequests = new OpenRequests();
  server = createServer(openRequests.track((...request) => handled.push(request)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

function open(): Socket {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** Sends requests on one connection, and waits until the server handles them. */
async function send(count = 1): Promise<{ socket: Socket; requests: typeof handled }> {
  const before = handled.length;
  const socket = open();
  socket.write(REQUEST.repeat(count));
  await eventually(async () => expect(handled).toHaveLength(before + count));
  return { socket, requests: handled.slice(before) };
}

const assign = (request: IncomingMessage): boolean => openRequests.assign(request, ACCOUNT, MAX);

describe('a request', () => {
  it('is open while the client does not read the response', async () => {
    const { socket, requests } = await send();
    requests[0]?.[1].end(LARGE);
    await once(socket, 'readable');
    expect(openRequests.count).toBe(1);
    socket.resume();
    await eventually(async () => expect(openRequests.count).toBe(0));
  });

  it('is no longer open after a disconnect, even if it waits for an earlier response', async () => {
    const { socket } = await send(5);
    expect(openRequests.count).toBe(5);
    socket.destroy();
    await eventually(async () => expect(openRequests.count).toBe(0));
  });

  it('is open after a disconnect until the service has replied', async () => {
    const { socket, requests } = await send();
    const [request] = requests[0] as (typeof handled)[0];
    let reply = (): void => undefined;
    const done = openRequests.during(
      request,
      () => new Promise<void>((resolve) => (reply = resolve)),
    );
    const closed = new Promise<void>((resolve) => openRequests.onClose(request, resolve));
    socket.destroy();
    await closed;
    expect([openRequests.count, openRequests.isOpen(request)]).toEqual([1, true]);
    reply();
    await done;
    expect([openRequests.count, openRequests.isOpen(request)]).toEqual([0, false]);
  });

  it('counts toward its account only while it is open', async () => {
    const { socket, requests } = await send(MAX + 1);
    expect(requests.map(([request]) => assign(request))).toEqual([true, true, true, false]);
    socket.destroy();
    await eventually(async () => expect(openRequests.count).toBe(0));
    // The client has disconnected, so this request is no longer open.
    expect(assign(requests[0]?.[0] as IncomingMessage)).toBe(true);
    const again = await send(MAX);
    expect(again.requests.map(([request]) => assign(request))).toEqual([true, true, true]);
  });
});

describe('a connection', () => {
  it('is closed if its client pipelines more than 64 requests', async () => {
    const { socket } = await send(64);
    const closed = once(socket, 'close');
    socket.write(REQUEST);
    await closed;
    expect(handled).toHaveLength(64);
  });
});
