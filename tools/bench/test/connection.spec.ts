import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Connection } from '../harness/load/connection.mjs';

let server: Server;
let address: URL;
let pieces: readonly Buffer[] = [];

beforeAll(async () => {
  server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('data', () => void respondIn(socket));
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterAll(() => {
  server.close();
});

/** Sends each part of a response in a separate packet where possible. */
async function respondIn(socket: Socket): Promise<void> {
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve));
    await new Promise(setImmediate);
  }
}

function send(connection: Connection): Promise<{ status: number; bytes: number; body: string }> {
  return new Promise((resolve) => connection.send('GET / HTTP/1.1\r\n\r\n', resolve));
}

describe('Connection', () => {
  it('reports each response once, with its full size, regardless of how it is split into packets', async () => {
    const connection = new Connection(address, { keepsBodies: true });
    const responses = fc.record({
      status: fc.integer({ min: 200, max: 599 }),
      length: fc.integer({ min: 0, max: 3000 }),
      cuts: fc.array(fc.nat(3100), { maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(responses, async ({ status, length, cuts }) => {
        const response = Buffer.from(
          `HTTP/1.1 ${status} X\r\nContent-Length: ${length}\r\nA: b\r\n\r\n${'\n'.repeat(length)}`,
        );
        const offsets = [0, ...cuts.sort((a, b) => a - b), response.length];
        pieces = offsets
          .map((offset, index) => response.subarray(offset, offsets[index + 1]))
          .filter((piece) => piece.length > 0);
        const received = await send(connection);
        expect([received.status, received.bytes, received.body.length]).toEqual([
          status,
          length,
          length,
        ]);
      }),
      { numRuns: 100 },
    );
    expect(connection.isUsable).toBe(true);
    connection.close();
  });

  it('reports status 0 and becomes unusable when it breaks or cannot connect', async () => {
    const nobody = createServer().listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const { port } = nobody.address() as AddressInfo;
    await new Promise((resolve) => nobody.close(resolve));
    const connection = new Connection(new URL(`http://127.0.0.1:${port}`));
    expect((await send(connection)).status).toBe(0);
    expect(connection.isUsable).toBe(false);
  });
});
