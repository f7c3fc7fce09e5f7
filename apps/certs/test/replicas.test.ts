import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  asRole,
  environmentOf,
  type RunningApp,
  type Server,
  type Stack,
  type StackOptions,
  startApp,
  startNats,
  startStack,
} from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { getFrom, testEnvironment } from '../../../infra/test/api.js';

const CALLS = 200;

let nats: Server;
let listener: NatsConnection;
let stack: Stack;
let second: RunningApp;
let lookUp: () => ReturnType<typeof getFrom>;

beforeAll(async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-replicas-'));
  const quiet = (): void => undefined;
  nats = await startNats({ dir: path.join(directory, 'nats'), keep: false, say: quiet });
  const options: StackOptions = {
    databaseAs: asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL')),
    natsUrl: nats.url,
    redisUrl: testEnvironment('TEST_REDIS_URL'),
    logDir: path.join(directory, 'logs'),
    apps: ['certs', 'gateway'],
  };
  stack = await startStack(options);
  second = await startApp('certs', environmentOf('certs', options), options.logDir);
  listener = await connect({ servers: nats.url });
  lookUp = () =>
    getFrom(`http://127.0.0.1:${stack.port}`, '/v1/certs/psa/10000001', {
      'x-api-key': testEnvironment('TEST_API_KEY'),
    });
});

afterAll(async () => {
  await listener?.close();
  await second?.stop();
  await stack?.stop();
  await nats?.stop();
});

describe('two certs replicas', () => {
  it('each call is answered once', async () => {
    // Outside the queue group: a look at every call and every reply.
    const calls = listener.subscribe('certs.v1.lookup');
    const replies = listener.subscribe('_INBOX.>');
    await listener.flush();
    const answers = await Promise.all(Array.from({ length: CALLS }, lookUp));
    await listener.flush();
    expect(answers.map(({ status }) => status)).toEqual(new Array(CALLS).fill(200));
    expect([calls.getReceived(), replies.getReceived()]).toEqual([CALLS, CALLS]);
    calls.unsubscribe();
    replies.unsubscribe();
  });

  it('either of them answers alone, and stopping the other under load loses no call', async () => {
    const first = stack.apps.get('certs');
    const underLoad = Promise.all(Array.from({ length: CALLS }, lookUp));
    await first?.stop();
    const answers = [...(await underLoad), await lookUp()];
    expect(answers.map(({ status }) => status)).toEqual(new Array(CALLS + 1).fill(200));
  });

  it('with none left the answer is a 503 in the envelope', async () => {
    await second.stop();
    const { status, body } = await lookUp();
    expect(status).toBe(503);
    expect(body).toEqual({
      error: {
        code: 'internal_error',
        message: 'This part of the service is not available right now.',
      },
      meta: { request_id: expect.any(String) },
    });
  });
});
