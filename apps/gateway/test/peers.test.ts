import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Server, startNats } from '@gcd/local';
import { connectNats } from '@gcd/nats/client';
import { createLogger } from '@gcd/process';
import { eventually } from '@gcd/testing/eventually.js';
import { startProxy, type TcpProxy } from '@gcd/testing/tcp-proxy.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { Peers } from '../src/peers.ts';

const WITHIN_MS = 20_000;

let dir: string;
let server: Server;
let proxy: TcpProxy;
const connections: NatsConnection[] = [];
/** Three instances: two with a normal connection, and one whose connection to NATS can be interrupted. */
const peers: Peers[] = [];

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'gcd-peers-'));
  server = await startNats({ dir: path.join(dir, 'nats'), keep: false, log: () => undefined });
  proxy = await startProxy(server.url);
  for (const url of [server.url, server.url, proxy.url]) peers.push(await startPeers(url));
  await expectCounts(3, 3, 3);
});

afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  proxy.close();
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function startPeers(url: string): Promise<Peers> {
  const connection = await connectNats(url, 'test', createLogger('test', 'silent'));
  connections.push(connection);
  return new Peers(connection);
}

async function expectCounts(...counts: number[]): Promise<void> {
  await eventually(async () => expect(peers.map(({ count }) => count)).toEqual(counts), WITHIN_MS);
}

describe('the count of live instances', () => {
  it.each([
    ['breaks', 'cut'],
    ['stalls', 'stall'],
  ] as const)(
    'stays unchanged on an instance whose connection to NATS %s',
    async (_what, fault) => {
      proxy[fault]();
      // The instance with the interrupted connection must keep its count. Once the other instances have updated their
      // counts, it has also had enough time for an update.
      await expectCounts(2, 2, 3);
      proxy.mend();
      await expectCounts(3, 3, 3);
    },
    60_000,
  );
});
