import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { acceptInParallel } from './listeners.js';

const CONNECTIONS = 64;

/**
 * Opens connections at the same time. @returns the number of event-loop iterations in which the server accepted them
 */
async function iterationsToAccept(server: Server): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const iterations = new Set<number>();
  let iteration = 0;
  let accepted = 0;
  const all = new Promise<void>((resolve) => {
    server.on('connection', () => {
      iterations.add(iteration);
      accepted += 1;
      if (accepted === CONNECTIONS) resolve();
    });
  });
  const count = (): void => {
    iteration += 1;
    if (accepted < CONNECTIONS) setImmediate(count);
  };
  const clients = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'));
  setImmediate(count);
  await all;
  for (const client of clients) client.destroy();
  return iterations.size;
}

describe('acceptInParallel', () => {
  it('accepts up to 32 connections in each iteration of the event loop', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const listeners = await acceptInParallel(server);
    const iterations = await iterationsToAccept(server);
    for (const listener of [server, ...listeners]) listener.close();
    expect(iterations).toBeLessThan(CONNECTIONS / 4);
  });

  it('serves requests on every listener, and stops listening when all are closed', async () => {
    const server = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const listeners = await acceptInParallel(server);
    const statuses = await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        const [response] = await once(get({ port, agent: false }), 'response');
        response.resume();
        return response.statusCode;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const listener of [server, ...listeners]) listener.close();
    const [error] = await once(connect(port, '127.0.0.1'), 'error');
    expect(error.code).toBe('ECONNREFUSED');
  });
});
