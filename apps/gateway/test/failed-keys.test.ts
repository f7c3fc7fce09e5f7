import { createApiKey } from '@gcd/auth';
import { KEYS_CHANGED } from '@gcd/contracts';
import { addAccount } from '@gcd/testing/account.js';
import { type ApiResponse, getFrom, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { startGateway, type TestGateway } from '@gcd/testing/gateway.js';
import { startProxy, type TcpProxy } from '@gcd/testing/tcp-proxy.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '@nats-io/transport-node';

const USAGE = '/v1/usage';
const unknownKey = (): string => createApiKey().key;

let gateway: TestGateway;
let toDatabase: TcpProxy;
let sentToDatabase = '';
let addresses = 0;
/** A client and its valid key, which the gateway caches while other tests run. */
let early: { readonly client: Client; readonly key: string };

/** An HTTP client with its own IP address. All tests share a gateway, which counts failures per address. */
class Client {
  private readonly address: string;

  constructor() {
    addresses += 1;
    this.address = `192.0.2.${addresses}`;
  }

  get(key: string): Promise<ApiResponse> {
    return getFrom(gateway.url, USAGE, { 'x-api-key': key, 'x-forwarded-for': this.address });
  }

  async statuses(keys: readonly string[]): Promise<Record<number, number>> {
    const counts: Record<number, number> = {};
    for (const { status } of await Promise.all(keys.map((key) => this.get(key)))) {
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  }

  async block(): Promise<void> {
    await eventually(async () => expect((await this.get(unknownKey())).status).toBe(429), 30_000);
  }
}

/** Returns a new valid key that the gateway has not cached. */
const newKey = async (): Promise<string> =>
  (await addAccount(testEnvironment('TEST_FIXTURE_DATABASE_URL'))).key;

/**
 * Returns the number of statements with key lookups that PostgreSQL received. Messages that only prepare the statement
 * are not counted.
 */
const lookups = (): number =>
  sentToDatabase.split(/find-api-key(?:-many)?\0(?!\s*select)/).length - 1;

/** Waits until a key is looked up again, and expects that it is accepted meanwhile. */
async function expectLookup(client: Client, key: string): Promise<void> {
  const before = lookups();
  await eventually(async () => {
    expect((await client.get(key)).status).toBe(200);
    expect(lookups()).toBeGreaterThan(before);
  });
}

async function publishKeysChanged(id: string | null): Promise<void> {
  const nats = await connect({ servers: testEnvironment('TEST_NATS_URL') });
  nats.publish(KEYS_CHANGED, JSON.stringify({ id }));
  await nats.flush();
  await nats.close();
}

beforeAll(async () => {
  toDatabase = await startProxy(
    testEnvironment('TEST_FIXTURE_DATABASE_URL'),
    Number.POSITIVE_INFINITY,
    (bytes) => {
      sentToDatabase += bytes.toString('latin1');
    },
  );
  gateway = await startGateway({ TRUSTED_PROXIES: '127.0.0.0/8' }, { database: toDatabase.url });
});

afterAll(async () => {
  await gateway.stop();
  toDatabase.close();
});

describe('after 20 authentication failures from one address, a gateway', () => {
  it('returns 429 for unknown and malformed keys until the minute ends', async () => {
    const client = new Client();
    await client.block();
    for (const key of [unknownKey(), 'malformed']) {
      const { status, body, headers } = await client.get(key);
      expect([status, body.error.code]).toEqual([429, 'rate_limited']);
      const seconds = Number(headers.get('retry-after'));
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(headers.get('x-ratelimit-limit')).toBeNull();
    }
  });

  it('accepts a previously valid key, even after all cached keys are invalidated', async () => {
    const client = new Client();
    const key = await newKey();
    expect((await client.get(key)).status).toBe(200);
    await client.block();
    await publishKeysChanged(null);
    await expectLookup(client, key);
  });

  it('returns 429 for a valid key that is not cached, but only to that address', async () => {
    const client = new Client();
    const key = await newKey();
    await client.block();
    expect((await client.get(key)).status).toBe(429);
    expect((await new Client().get(key)).status).toBe(200);
  });
});

describe('the limit of 20 authentication failures per address', () => {
  beforeAll(async () => {
    early = { client: new Client(), key: await newKey() };
    expect((await early.client.get(early.key)).status).toBe(200);
  });

  it('allows only 20 lookups if 400 unknown keys arrive at once', async () => {
    const before = lookups();
    const all = await new Client().statuses(Array.from({ length: 400 }, unknownKey));
    const { 401: failed = 0, 429: rejected = 0, 503: timedOut = 0 } = all;
    expect(failed + rejected + timedOut).toBe(400);
    expect(rejected).toBeGreaterThan(0);
    expect(failed).toBeLessThanOrEqual(20);
    // A lookup that times out does not count as a failure, so another key can be looked up.
    expect(lookups() - before).toBeLessThanOrEqual(20 + timedOut);
  });

  it('counts malformed keys, without looking them up, but not requests without a key', async () => {
    const before = lookups();
    const client = new Client();
    const keys = Array.from({ length: 30 }, () => 'malformed');
    expect(await client.statuses(keys)).toEqual({ 401: 20, 429: 10 });
    expect(lookups()).toBe(before);
    const { status } = await getFrom(gateway.url, USAGE, { 'x-forwarded-for': '192.0.2.250' });
    expect(status).toBe(401);
  });
});

describe('valid keys', () => {
  it('are accepted if 100 keys that are not cached arrive at once from one address', async () => {
    const keys = await Promise.all(Array.from({ length: 100 }, newKey));
    expect(await new Client().statuses(keys)).toEqual({ 200: 100 });
  });

  it('are looked up again if they are invalidated during the lookup', async () => {
    const client = new Client();
    const key = await newKey();
    // Open the connection to PostgreSQL with another lookup, because no connection can be opened while the proxy
    // stalls.
    await client.get(unknownKey());
    const before = lookups();
    toDatabase.stall();
    const responses = client.statuses(Array(5).fill(key));
    await eventually(async () => expect(lookups()).toBe(before + 1));
    await publishKeysChanged(key.split('_')[2] ?? null);
    // By the time of this response, the gateway has most likely received the invalidation.
    await getFrom(gateway.url, '/health/live');
    toDatabase.mend();
    expect(await responses).toEqual({ 200: 5 });
    expect(lookups()).toBe(before + 2);
  });
});

describe('client IP addresses', () => {
  it('are grouped by /64 network for IPv6', async () => {
    const from = (address: string): Promise<ApiResponse> =>
      getFrom(gateway.url, USAGE, { 'x-api-key': 'malformed', 'x-forwarded-for': address });
    const all = await Promise.all(
      Array.from({ length: 25 }, (_, index) => from(`2001:db8:1:2::${(index + 1).toString(16)}`)),
    );
    expect(all.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await from('2001:db8:1:3::1')).status).toBe(401);
  });

  it('are logged only for responses with status 401 or 429', async () => {
    const { headers } = await new Client().get(await newKey());
    await eventually(async () => {
      const lines = gateway.log().filter(({ msg, route }) => msg === 'request' && route === USAGE);
      const served = lines.find(({ requestId }) => requestId === headers.get('x-request-id'));
      expect(served).toMatchObject({ status: 200 });
      expect(served).not.toHaveProperty('address');
      for (const status of [401, 429]) {
        const failed = lines.filter((line) => line.status === status);
        expect(failed.length).toBeGreaterThan(0);
        for (const line of failed) expect(line.address).toMatch(/^192\.0\.2\.|^2001:db8:/);
      }
    });
  });

  it('are not read from the header of an untrusted proxy, about which the gateway logs one warning', async () => {
    const untrusting = await startGateway({ AUTH_FAILURES_PER_MINUTE: '1' });
    const statusFrom = async (address: string, key: string): Promise<number> => {
      const headers = { 'x-api-key': key, 'x-forwarded-for': address };
      return (await getFrom(untrusting.url, USAGE, headers)).status;
    };
    expect(await statusFrom('192.0.2.1', unknownKey())).toBe(401);
    expect(await statusFrom('192.0.2.2', unknownKey())).toBe(429);
    await eventually(async () => {
      const warnings = untrusting
        .log()
        .filter(({ msg }) => String(msg).includes('TRUSTED_PROXIES'));
      expect(warnings).toEqual([expect.objectContaining({ address: '127.0.0.1' })]);
    });
    await untrusting.stop();
  });
});

it('a gateway accepts a previously valid key from a blocked address after the cached key has expired', async () => {
  await early.client.block();
  await expectLookup(early.client, early.key);
});
