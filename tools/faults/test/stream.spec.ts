import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Stream } from '../generator/stream.mjs';

const REJECTION = '{"error":{"code":"internal_error","details":{"reason":"overload"}},"meta":{}}';
const QUOTA = '{"error":{"code":"quota_exceeded","message":"No."},"meta":{}}';
const RESPONSES: Record<string, [number, string]> = {
  '/busy': [503, REJECTION],
  '/quota': [429, QUOTA],
};

let server: Server;
let address: URL;
const keys = new Set<unknown>();

beforeAll(async () => {
  server = createServer((request, response) => {
    keys.add(request.headers['x-api-key']);
    const [status, body] = RESPONSES[request.url ?? ''] ?? [200, '{}'];
    if (request.url === '/reset') return void request.socket.resetAndDestroy();
    response.writeHead(status, { 'content-length': body.length }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('Stream', () => {
  it('assigns exactly one outcome to every request', async () => {
    const stream = new Stream([address], {
      name: 'clients',
      targets: ['/good', '/busy', '/reset', '/quota'],
      keys: ['one', 'two'],
      connections: 3,
      steps: [{ name: 'only', rate: 400, ms: 500 }],
    });
    stream.start(performance.now());
    while (!stream.isDone) {
      stream.tick();
      await pause(1);
    }
    stream.close();
    const { steps, served } = stream.report();
    const [step] = steps;
    if (!step) throw new Error('no step');
    const { good, rejected, reset, notSent, due } = step;
    const quota = step.failed['429 quota_exceeded'] ?? 0;
    expect(due).toBe(200);
    expect(good + rejected + reset + quota + notSent).toBe(200);
    expect([good, rejected, reset, quota].every((count) => count > 0)).toBe(true);
    expect(step.reasons).toEqual({ overload: rejected });
    expect(served.reduce((sum, count) => sum + count, 0)).toBe(good);
    expect([...keys].sort()).toEqual(['one', 'two']);
  });
});
