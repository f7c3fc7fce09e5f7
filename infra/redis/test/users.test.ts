import type { Server } from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from 'redis';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { startGateway, type TestGateway } from '@gcd/testing/gateway.js';
import { asUser, PASSWORD, startRedisWithUsers } from '@gcd/testing/server-users.js';

let redis: Server;
let gateway: TestGateway;

beforeAll(async () => {
  redis = await startRedisWithUsers();
  gateway = await startGateway({}, { redis: asUser(redis.url, 'gateway') });
});

afterAll(async () => {
  await gateway?.stop();
  await redis?.stop();
});

/** Sends a command to Redis as a user. @returns the response */
async function replyTo(user: string | undefined, command: string[]): Promise<string> {
  const client = createClient({
    url: redis.url,
    ...(user && { username: user, password: PASSWORD }),
    disableClientInfo: true,
    socket: { reconnectStrategy: false },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return String(await client.sendCommand(command));
  } catch (error) {
    return (error as Error).message;
  } finally {
    if (client.isOpen) client.destroy();
  }
}

describe("the gateway's Redis user", () => {
  it('can run the commands that charge a request', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const response = await getFrom(gateway.url, '/v1/certs/psa/10000001', {
        'x-api-key': testEnvironment('TEST_API_KEY'),
      });
      expect(response.status).toBe(200);
    }
    let log = '';
    // Retry, because the gateway may write its log lines later.
    await eventually(async () => {
      log = JSON.stringify(gateway.log());
      expect(log).toContain('Redis is available');
    });
    expect(log).not.toContain('Redis is unavailable');
    expect(log).not.toContain('NOPERM');
  });

  it.each([
    ['SET', 'gcd:{1}:log', 'x'],
    ['FLUSHALL'],
    ['KEYS', '*'],
    ['CONFIG', 'GET', '*'],
    ['HDEL', 'other', 'topping_up'],
    ['EVAL', "return redis.call('GET', 'gcd:{1}:log')", '0'],
    ['EVAL', "return redis.call('LLEN', 'other')", '0'],
  ])('is not allowed to run %s %s', async (...command) => {
    expect(await replyTo('gateway', command.filter(Boolean))).toMatch(/NOPERM|can't/);
  });
});

describe('a Redis client without credentials', () => {
  it.each([['PING'], ['GET', 'gcd:{1}:log'], ['FLUSHALL'], ['INFO'], ['ACL', 'LIST']])(
    'is not allowed to run %s',
    async (...command) => {
      expect(await replyTo(undefined, command.filter(Boolean))).toMatch(/NOAUTH/);
    },
  );
});

it.each([
  ['default', 'PING', /WRONGPASS/],
  ['health', 'PING', /^PONG$/],
  ['health', 'INFO', /NOPERM/],
])('the Redis user %s gets the expected reply to %s', async (user, command, reply) => {
  expect(await replyTo(user, [command])).toMatch(reply);
});
