import {
  environmentOf,
  type RunningApp,
  type Stack,
  type StackOptions,
  startApp,
  startStack,
} from '@gcd/local';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { type OwnNats, startOwnNats } from '@gcd/testing/own-nats.js';
import { countRequests } from '@gcd/testing/service-requests.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, type NatsConnection } from '@nats-io/transport-node';

/** Number of concurrent requests. Even two such bursts are smaller than a surge, which the gateway would partly reject. */
const REQUESTS = 100;

let nats: OwnNats;
let listener: NatsConnection;
let stack: Stack;
let second: RunningApp;
let options: StackOptions;
let lookUp: () => ReturnType<typeof getFrom>;

beforeAll(async () => {
  // Disable the response cache, so that every request reaches a service.
  const gateway = { RESPONSE_CACHE_MB: '0' };
  nats = await startOwnNats({ apps: ['certs', 'gateway'], gateway });
  ({ options } = nats);
  stack = await startStack(options);
  second = await startApp('certs', environmentOf('certs', options), options.logDir);
  listener = await connect({ servers: options.natsUrl });
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

/** Waits until a number of pings have been sent. */
async function pings(count: number): Promise<void> {
  const seen = listener.subscribe('$SRV.PING.certs', { max: count });
  for await (const _each of seen);
}

describe('two instances of the certs service', () => {
  it('send exactly one response for each request', async () => {
    const requests = await countRequests(listener, 'certs');
    let replies = 0;
    const inbox = listener.subscribe('_INBOX.>', {
      callback: (_error, message) => {
        replies += message.string().match(/^200 /gm)?.length ?? 0;
      },
    });
    await listener.flush();
    const responses = await Promise.all(Array.from({ length: REQUESTS }, lookUp));
    expect(responses.map(({ status }) => status)).toEqual(new Array(REQUESTS).fill(200));
    expect([await requests.count(), replies]).toEqual([REQUESTS, REQUESTS]);
    requests.stop();
    inbox.unsubscribe();
  });

  it('serve all requests even if one instance stalls after a long idle period', async () => {
    const first = stack.apps.get('certs');
    const statuses: number[] = [];
    for (const hung of [first, second]) {
      await pings(5);
      hung?.kill('SIGSTOP');
      // After several seconds without requests, the gateway has not noticed that the instance is stalled, so it sends
      // the instance some of these requests.
      const responses = await Promise.all(Array.from({ length: 4 }, lookUp)).finally(() =>
        hung?.kill('SIGCONT'),
      );
      statuses.push(...responses.map(({ status }) => status));
    }
    expect(statuses).toEqual(new Array(8).fill(200));
  });

  it('lose no requests when one instance is killed under load', async () => {
    const underLoad = Promise.all(Array.from({ length: REQUESTS }, lookUp));
    second.kill('SIGKILL');
    await second.exited;
    const responses = [...(await underLoad), await lookUp()];
    expect(responses.map(({ status }) => status)).toEqual(new Array(REQUESTS + 1).fill(200));
    second = await startApp('certs', environmentOf('certs', options), options.logDir);
  });

  it('lose no requests when one instance shuts down under load', async () => {
    const first = stack.apps.get('certs');
    const underLoad = Promise.all(Array.from({ length: REQUESTS }, lookUp));
    await first?.stop();
    const responses = [...(await underLoad), await lookUp()];
    expect(responses.map(({ status }) => status)).toEqual(new Array(REQUESTS + 1).fill(200));
  });
});
