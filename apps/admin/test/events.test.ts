import { type AddressInfo, createServer, type Server } from 'node:net';
import { runInAdminProcess } from '@gcd/testing/admin-process.js';
import { eventually } from '@gcd/testing/eventually.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { cardId, createTestDatabase, csv, directoryOf, type TestDatabase } from './admin.js';

let database: TestDatabase;
let listener: Server;
let messages: string[] = [];

// A server that implements just enough of the NATS protocol to receive messages.
beforeAll(async () => {
  database = await createTestDatabase();
  listener = createServer((socket) => {
    socket.write(
      'INFO {"server_id":"test","version":"2.10.0","proto":1,"max_payload":1048576}\r\n',
    );
    socket.on('data', (data) => {
      const text = `${data}`;
      for (const [, subject, message] of text.matchAll(/PUB (\S+) \d+\r\n(.*)\r\n/g)) {
        messages.push(`${subject} ${message}`);
      }
      for (const _ of text.matchAll(/PING\r\n/g)) socket.write('PONG\r\n');
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  listener.close();
  await database.drop();
});

/** Runs a command. @returns its result and the messages that were published during the run */
async function run(...args: string[]) {
  messages = [];
  const env = {
    DATABASE_URL: database.url,
    NATS_URL: `nats://127.0.0.1:${(listener.address() as AddressInfo).port}`,
  };
  const { stdout, stderr, status } = await runInAdminProcess([...args, '--json'], env);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return { result: JSON.parse(stdout), messages };
}

it('admin publishes an event when a key or a plan changes', async () => {
  const plan = await run('plans', 'set', 'p', '--rate', '1', '--period', 'day');
  expect(plan.messages).toEqual(['keys.changed {"id":null}']);
  const { id } = (await run('keys', 'create', '--plan', 'p')).result;
  for (const command of ['disable', 'enable', 'rotate']) {
    expect((await run('keys', command, id)).messages).toEqual([`keys.changed {"id":"${id}"}`]);
  }
});

it('admin publishes an event after an import that changed data, before it updates the planner statistics', async () => {
  const directory = await directoryOf({
    'cards.csv': csv('card_id,grader,description', [cardId('s'), 'psa', 'x']),
  });
  const holder = new pg.Client(database.url);
  await holder.connect();
  // This lock blocks the ANALYZE that follows the commit of an import, but not the import itself.
  await holder.query('begin; lock table cards in share update exclusive mode');
  const imported = run('import', directory);
  await eventually(async () =>
    expect(messages).toEqual([expect.stringMatching(/^dataset\.changed /)]),
  );
  await holder.query('rollback');
  await holder.end();
  await imported;
  expect((await run('import', directory)).messages).toEqual([]);
});

it('admin publishes an event after a match that changed data', async () => {
  const directory = await directoryOf({
    'cards.csv': csv(
      'card_id,grader,description',
      [cardId('p'), 'psa', '2011 TOPPS UPDATE #US175 MIKE TROUT'],
      [cardId('c'), 'cgc', '2011 Topps Update Mike Trout US175'],
    ),
  });
  const { version } = (await run('import', directory)).result;
  expect((await run('match')).messages).toEqual([`dataset.changed {"version":${version + 1}}`]);
  expect((await run('match')).messages).toEqual([]);
});
