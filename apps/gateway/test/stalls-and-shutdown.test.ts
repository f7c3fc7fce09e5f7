import { once } from 'node:events';
import { Agent, get as httpGet } from 'node:http';
import { connect } from 'node:net';
import { asRole, environmentOf, type RunningApp, type StackOptions, startApp } from '@gcd/local';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { type OwnNats, startOwnNats } from '@gcd/testing/own-nats.js';
import { accepts } from '@gcd/testing/servers.js';
import { countRequests } from '@gcd/testing/service-requests.js';
import { startProxy, type TcpProxy } from '@gcd/testing/tcp-proxy.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect as connectNats } from '@nats-io/transport-node';

const CERT = '/v1/certs/psa/0';

let toDatabase: TcpProxy;
let nats: OwnNats;
let certs: RunningApp;
let gateway: RunningApp;
let options: StackOptions;
let lookUp: () => ReturnType<typeof getFrom>;

beforeAll(async () => {
  toDatabase = await startProxy(testEnvironment('TEST_FIXTURE_DATABASE_URL'));
  nats = await startOwnNats();
  ({ options } = nats);
  const throughProxy = { ...options, databaseAs: asRole(toDatabase.url) };
  certs = await startApp('certs', environmentOf('certs', throughProxy), options.logDir);
  gateway = await startApp('gateway', environmentOf('gateway', options), options.logDir);
  lookUp = () =>
    getFrom(`http://127.0.0.1:${gateway.port}`, CERT, {
      'x-api-key': testEnvironment('TEST_API_KEY'),
    });
});

afterAll(async () => {
  await gateway?.stop();
  await certs?.stop();
  await nats?.stop();
  toDatabase?.close();
});

describe('requests while a dependency is stalled', () => {
  it('return 503 with Retry-After until a stalled database recovers [S249]', async () => {
    expect((await lookUp()).status).toBe(404);
    toDatabase.stall();
    const { status, body, headers } = await lookUp().finally(() => toDatabase.mend());
    expect([status, body.error.code]).toEqual([503, 'internal_error']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(3);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(8);
    expect(headers.get('x-ratelimit-remaining')).toBeNull();
    await eventually(async () => expect((await lookUp()).status).toBe(404), 5000);
  });

  it('return 504 while every instance of a service is stalled, and succeed once one resumes [S248 S263]', async () => {
    certs.kill('SIGSTOP');
    const { status, headers } = await lookUp().finally(() => certs.kill('SIGCONT'));
    expect([status, headers.get('retry-after')]).toEqual([504, '120']);
    await eventually(async () => expect((await lookUp()).status).toBe(404), 5000);
  });
});

describe('a gateway that is shutting down', () => {
  it('does not wait for idle clients or for incomplete requests', async () => {
    const other = await startApp('gateway', environmentOf('gateway', options), options.logDir);
    const silent = connect(other.port, '127.0.0.1');
    const halfway = connect(other.port, '127.0.0.1', () => halfway.write('GET / HTTP/1.1\r\n'));
    await Promise.all([silent, halfway].map((socket) => once(socket, 'connect')));
    // A response on a later connection proves that the gateway has accepted the two earlier connections.
    const response = await fetch(`http://127.0.0.1:${other.port}/nothing`);
    await response.body?.cancel();
    const ended = Promise.all([silent, halfway].map((socket) => once(socket, 'close')));
    other.kill('SIGTERM');
    await other.exited;
    await ended;
  }, 9_000);

  it('immediately fails the readiness probe, and serves at most one more request per connection', async () => {
    const env = {
      ...environmentOf('gateway', options),
      // Long enough that the gateway keeps draining until the test kills it.
      DRAIN_SECONDS: '600',
    };
    const other = await startApp('gateway', env, options.logDir);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sendAgain = (): Promise<[number | undefined, string | undefined]> =>
      new Promise((resolve, reject) => {
        const target = `http://127.0.0.1:${other.port}/health/live`;
        httpGet(target, { agent }, (response) => {
          response
            .resume()
            .on('end', () => resolve([response.statusCode, response.headers.connection]));
        }).on('error', reject);
      });
    expect(await sendAgain()).toEqual([200, 'keep-alive']);
    other.kill('SIGTERM');
    await eventually(async () => {
      const { status } = await fetch(`http://127.0.0.1:${other.healthPort}/health/ready`);
      expect(status).toBe(503);
    });
    expect(await sendAgain()).toEqual([200, 'close']);
    expect(await sendAgain()).toEqual([200, 'close']);
    other.kill('SIGKILL');
    await other.exited;
  });

  it('completes the request in flight, closes the connection and exits', async () => {
    const request = [
      `GET ${CERT} HTTP/1.1`,
      'Host: x',
      `x-api-key: ${testEnvironment('TEST_API_KEY')}`,
      '',
      '',
    ].join('\r\n');
    certs.kill('SIGSTOP');
    const listener = await connectNats({ servers: options.natsUrl });
    const requests = await countRequests(listener, 'certs');
    const socket = connect(gateway.port, '127.0.0.1');
    let received = '';
    const closed = new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('close', () => resolve());
    });
    socket.write(request);
    await eventually(async () => expect(await requests.count()).toBe(1));
    gateway.kill('SIGTERM');
    await eventually(async () => expect(await accepts(gateway.port)).toBe(false));
    certs.kill('SIGCONT');
    await closed;
    expect(received).toMatch(/^HTTP\/1\.1 404 /);
    expect(received.toLowerCase()).toContain('connection: close');
    expect(received).toContain('"code":"cert_not_found"');
    await gateway.exited;
    await listener.close();
  });
});
