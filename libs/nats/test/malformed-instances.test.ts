import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OPERATIONS } from '@gcd/contracts';
import { type Server, startNats } from '@gcd/local';
import { connectNats, OperationClient } from '@gcd/nats/client';
import { createLogger } from '@gcd/process';
import { eventually } from '@gcd/testing/eventually.js';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';

const log = createLogger('test', 'silent');
const CARD = { card_id: 'a'.repeat(40), auto_split: false, include: [], grader: null };
// NATS closes a connection that publishes to a subject of more than 4 KB.
const LONG_NAME = 'x'.repeat(5000);

let server: Server;
let instance: NatsConnection;
beforeAll(async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'gcd-instances-'));
  server = await startNats({ dir, keep: false, log: () => undefined });
  instance = await connectNats(server.url, 'instance', log);
});
afterAll(async () => {
  await instance?.close();
  await server?.stop();
});

it.each([
  ['a long id', JSON.stringify({ id: LONG_NAME })],
  ['no id', '{}'],
  ['no JSON', LONG_NAME],
])(
  'an instance with %s in its replies to pings does not disconnect its clients',
  async (_what, reply) => {
    const client = await connectNats(server.url, 'client', log);
    try {
      const disconnected = jest.fn();
      void (async () => {
        for await (const { type } of client.status()) if (type === 'disconnect') disconnected();
      })();
      let replies = 0;
      const subscription = instance.subscribe('$SRV.PING.cards', {
        callback: (_error, message) => {
          replies += message.respond(reply) ? 1 : 0;
        },
      });
      await instance.flush();
      const operations = new OperationClient(client, ['cards']);
      await eventually(async () => {
        await operations.call(OPERATIONS.getCard, CARD, 'req_1').catch(() => undefined);
        expect(replies).toBeGreaterThan(2);
      });
      await client.flush();
      expect(disconnected).not.toHaveBeenCalled();
      subscription.unsubscribe();
    } finally {
      await client.close();
    }
  },
);
