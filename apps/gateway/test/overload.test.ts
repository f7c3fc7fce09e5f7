import { once } from 'node:events';
import { Agent, get as httpGet, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { asRole, environmentOf, type RunningApp, startApp } from '@gcd/local';
import { addAccount } from '@gcd/testing/account.js';
import { testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { startGateway, type TestGateway } from '@gcd/testing/gateway.js';
import { type OwnNats, startOwnNats } from '@gcd/testing/own-nats.js';
import { startProxy, type TcpProxy } from '@gcd/testing/tcp-proxy.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const CERT = '/v1/certs/psa/10000001';
// With four slots, 64 requests can wait.
const SLOTS = 4;
const CONNECTIONS = 100;
const QUOTA = 1_000_000;

interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: the shape of the body depends on the response
  readonly body: any;
}

async function get(
  gateway: TestGateway,
  agent: Agent,
  target: string,
  key: string,
): Promise<Response> {
  const request = httpGet(gateway.url + target, { agent, headers: { 'x-api-key': key } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers } = response;
  return { status, headers, body: JSON.parse(await text(response)) };
}

describe('requests that a service cannot serve', () => {
  let nats: OwnNats;
  let toDatabase: TcpProxy;
  let certs: RunningApp;
  let gateway: TestGateway;
  let isFlooding: boolean;

  beforeAll(async () => {
    toDatabase = await startProxy(testEnvironment('TEST_FIXTURE_DATABASE_URL'));
    nats = await startOwnNats({ databaseAs: asRole(toDatabase.url) });
    const { options } = nats;
    certs = await startApp('certs', environmentOf('certs', options), options.logDir);
    gateway = await startSmallGateway();
    toDatabase.delay(10);
  });

  afterAll(async () => {
    await Promise.all([gateway.stop(), certs.stop()]);
    toDatabase.close();
    await nats.stop();
  });

  /** Starts a gateway that has few requests in flight. */
  const startSmallGateway = (settings: NodeJS.ProcessEnv = {}): Promise<TestGateway> =>
    startGateway(
      { MAX_IN_FLIGHT: String(SLOTS), RESPONSE_CACHE_MB: '0', ...settings },
      { nats: nats.server.url },
    );

  /** Sends requests on many connections, one at a time on each connection. @returns all responses */
  function flood(key: string): Promise<Response[]> {
    isFlooding = true;
    const responses: Response[] = [];
    const clients = Array.from({ length: CONNECTIONS }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (isFlooding) responses.push(await get(gateway, agent, CERT, key));
      agent.destroy();
    });
    return Promise.all(clients).then(() => responses);
  }

  const newAccount = (rate?: number): Promise<{ readonly key: string }> =>
    addAccount(testEnvironment('TEST_FIXTURE_DATABASE_URL'), {
      base: QUOTA,
      ...(rate !== undefined && { rate }),
    });

  async function metrics(of = gateway): Promise<string> {
    return (await fetch(`http://127.0.0.1:${of.healthPort}/metrics`)).text();
  }

  async function countRejections(): Promise<number> {
    const pattern = /^gcd_http_rejections_total\{reason="overload"\} (\d+)/m;
    return Number(pattern.exec(await metrics())?.[1] ?? 0);
  }

  it('are rejected with 503 during overload, without being charged and without closing the connection', async () => {
    const { key } = await newAccount();
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const all: Response[] = [];
    await eventually(async () => {
      all.push(
        ...(await Promise.all(
          Array.from({ length: CONNECTIONS }, () => get(gateway, agent, CERT, key)),
        )),
      );
      expect(all.some(({ status }) => status === 503)).toBe(true);
    });
    const rejected = all.filter(({ status }) => status === 503);
    for (const { headers, body } of rejected) {
      expect(body).toEqual({
        error: {
          code: 'internal_error',
          message: expect.any(String),
          details: { reason: 'overload' },
        },
        meta: { request_id: headers['x-request-id'] },
      });
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(3);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(8);
      expect(headers.connection).toBe('keep-alive');
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers).not.toHaveProperty('x-ratelimit-remaining');
    }
    const served = all.filter(({ status }) => status === 200).length + 1;
    await eventually(async () => {
      const last = await get(gateway, agent, CERT, key);
      expect([last.status, last.body.error]).toEqual([200, undefined]);
      expect(last.headers['x-ratelimit-remaining']).toBe(String(QUOTA - served));
    }, 5000);
    agent.destroy();
  });

  it('are rejected with 429 if their account exceeds its rate', async () => {
    const [loud, busy] = await Promise.all([newAccount(2), newAccount()]);
    const flooded = flood(busy.key);
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const outcomes = await Promise.all(
      Array.from({ length: 10 * CONNECTIONS }, () => get(gateway, agent, CERT, loud.key)),
    );
    isFlooding = false;
    await flooded;
    agent.destroy();
    const limited = outcomes.filter(({ body }) => body.error?.code === 'rate_limited');
    // All other requests were within the rate.
    expect(limited.length).toBeGreaterThan(9 * CONNECTIONS);
    expect(
      new Set(limited.map(({ status, headers }) => `${status} ${headers['retry-after']}`)),
    ).toEqual(new Set(['429 1']));
  });

  it("do not delay another account's requests or make them fail, and are counted by reason", async () => {
    const [greedy, quiet] = await Promise.all([newAccount(), newAccount()]);
    const before = await countRejections();
    const flooded = flood(greedy.key);
    const agent = new Agent({ keepAlive: true });
    const outcomes: string[] = [];
    for (let each = 0; each < 20; each += 1) {
      const { status, body } = await get(gateway, agent, CERT, quiet.key);
      outcomes.push(`${status} ${body.error?.details?.reason ?? ''}`);
    }
    isFlooding = false;
    const responses = await flooded;
    agent.destroy();
    expect(new Set(outcomes)).toEqual(new Set(['200 ']));
    const reasons = responses.map(({ status, body }) => [status, body.error?.details.reason]);
    expect(reasons).toContainEqual([200, undefined]);
    const rejected = reasons.filter(([status, reason]) => status === 503 && reason === 'overload');
    expect(rejected.length).toBeGreaterThan(0);
    expect((await countRejections()) - before).toBe(rejected.length);
  });

  it('are rejected with 429 while their account has too many open requests', async () => {
    // With this rate, an account may have 256 open requests.
    const [{ key }, quiet] = await Promise.all([newAccount(120), newAccount()]);
    const roomy = await startSmallGateway({ MAX_IN_FLIGHT: '1000' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
    certs.kill('SIGSTOP');
    try {
      const outcomes: string[] = [];
      await eventually(async () => {
        for (let sent = 0; sent < 20; sent += 1) {
          void get(roomy, agent, CERT, key).then(
            ({ status, body }) => outcomes.push(`${status} ${body.error?.details?.reason}`),
            () => undefined,
          );
        }
        expect(outcomes).toContain('429 concurrency');
      });
      // Requests in flight to services do not delay requests of other accounts that need no service.
      expect((await get(roomy, new Agent(), '/v1/usage', quiet.key)).status).toBe(200);
      agent.destroy();
    } finally {
      certs.kill('SIGCONT');
    }
    await eventually(async () =>
      expect((await get(roomy, new Agent(), CERT, key)).status).toBe(200),
    );
    await roomy.stop();
  });

  it('are not charged if their clients disconnect while waiting', async () => {
    const { key } = await newAccount();
    const fresh = await startSmallGateway();
    toDatabase.delay(500);
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const sent = Array.from({ length: CONNECTIONS }, () =>
      get(fresh, agent, CERT, key).catch(() => undefined),
    );
    await eventually(async () => {
      expect(await metrics(fresh)).toMatch(/^gcd_slots_waiting\{pool="certs"\} [2-9]\d$/m);
    });
    agent.destroy();
    toDatabase.delay(10);
    await Promise.all(sent);
    await eventually(async () => {
      const { status, headers } = await get(fresh, new Agent(), CERT, key);
      expect(status).toBe(200);
      expect(QUOTA - Number(headers['x-ratelimit-remaining'])).toBeLessThan(CONNECTIONS / 2);
    });
    await fresh.stop();
  });

  it('do not show ids in metrics, and the API port serves no metrics', async () => {
    const text = await metrics();
    expect(text).toMatch(
      /gcd_http_request_duration_seconds_count\{route="\/v1\/certs\/:grader\/:cert",method="GET",status="200"\} [1-9]/,
    );
    // Labels only: the digits may occur by chance in a value.
    expect(text).not.toMatch(/="[^"]*10000001/);
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(404);
    const healthUrl = `http://127.0.0.1:${gateway.healthPort}`;
    expect((await fetch(healthUrl + CERT)).status).toBe(404);
  });

  it('are logged only as a sample, with the number of rejections', async () => {
    const lines = gateway.log().filter(({ status, reason }) => status === 503 && reason);
    expect(lines.length).toBeGreaterThan(0);
    const rejected = lines.reduce((sum, line) => sum + Number(line.rejected), 0);
    expect(rejected).toBeGreaterThan(lines.length);
  });
});
