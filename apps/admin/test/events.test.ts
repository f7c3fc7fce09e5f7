import { runInAdminProcess } from '@gcd/testing/admin-process.js';
import { eventually } from '@gcd/testing/eventually.js';
import { type OwnNats, startOwnNats } from '@gcd/testing/own-nats.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import { cardId, createTestDatabase, csv, directoryOf, type TestDatabase } from './admin.js';

let database: TestDatabase;
let server: OwnNats;
let subscriber: NatsConnection;
let messages: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startOwnNats();
  subscriber = await connect({ servers: server.options.natsUrl });
  const callback = (_error: Error | null, message: Msg) =>
    void messages.push(`${message.subject} ${message.string()}`);
  for (const subject of ['keys.changed', 'dataset.changed']) {
    subscriber.subscribe(subject, { callback });
  }
  await subscriber.flush();
});
afterAll(async () => {
  await subscriber?.close();
  await server?.stop();
  await database.drop();
});

/** Runs a command. @returns its result and the messages that were published during the run */
async function run(...args: string[]) {
  messages = [];
  const env = { DATABASE_URL: database.url, NATS_URL: server.options.natsUrl };
  const { stdout, stderr, status } = await runInAdminProcess([...args, '--json'], env);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  await subscriber.flush();
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
