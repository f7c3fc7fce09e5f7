import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cardIdPath, defineOperation, invalidParameter } from '@gcd/contracts';
import { type Server, startNats } from '@gcd/local';
import { startService } from '@gcd/nats';
import { connectNats, OperationClient } from '@gcd/nats/client';
import { createLogger, type Started } from '@gcd/process';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { Controller, Module } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { z } from 'zod';
import { eventually } from '@gcd/testing/eventually.js';

const operation = (subject: string, pool?: 'certs') =>
  defineOperation({
    subject,
    ...(pool && { pool }),
    path: '/v1/test',
    tag: 'Cards',
    summary: 'For this test',
    description: '',
    pathParameters: { card_id: cardIdPath },
    queryParameters: {},
    data: z.unknown(),
    errors: [],
  });
// NATS closes a connection that publishes to a subject of more than 4 KB.
const LONG_NAME = 'x'.repeat(5000);
const ECHO = operation('test.v1.echo');
/** An operation whose requests of a tick travel in one message. Its results have the size of the card id. */
const SHARED = operation('test.v1.shared', 'certs');
const LARGE = operation('test.v1.large');
const BROKEN = operation('test.v1.broken');
const request = { card_id: 'a'.repeat(40) };
const [NEVER, INVALID, HALF] = ['never', 'invalid', 'half'];

interface EndpointStats {
  readonly subject: string;
  readonly num_requests: number;
  readonly num_errors: number;
  readonly average_processing_time: number;
}

/** A response of the NATS service protocol. Only responses to `STATS` contain counts. */
interface Described {
  readonly name: string;
  readonly id: string;
  readonly endpoints: readonly EndpointStats[];
}

let handled = 0;

@Controller()
class TestController {
  @MessagePattern(ECHO.subject)
  echo(request: unknown): unknown {
    handled += 1;
    return { request };
  }

  @MessagePattern(SHARED.subject)
  async shared({ card_id }: { card_id: string }): Promise<unknown> {
    if (card_id === NEVER) await new Promise(() => undefined);
    if (card_id === INVALID) throw invalidParameter('card_id', 'malformed', 'must be valid.');
    return card_id === HALF ? 'x'.repeat(4_200_000) : card_id;
  }

  @MessagePattern(LARGE.subject)
  large(): string {
    return 'x'.repeat(9_000_000);
  }

  @MessagePattern(BROKEN.subject)
  broken(): never {
    throw new Error('password=secret');
  }
}

@Module({ controllers: [TestController] })
class TestModule {}

let server: Server;
let service: Started;
let nats: NatsConnection;
let client: OperationClient;

beforeAll(async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'gcd-operations-'));
  server = await startNats({ dir: path.join(dir, 'nats'), keep: false, log: () => undefined });
  const log = createLogger('test', 'silent');
  const config = { NATS_URL: server.url, HEALTH_PORT: 0 };
  service = await startService('test', TestModule, config, log);
  nats = await connectNats(server.url, 'client', log);
  client = new OperationClient(nats);
});

afterAll(async () => {
  await nats?.close();
  await service?.stop();
  await server?.stop();
});

const textOf = (json: Uint8Array): unknown => JSON.parse(Buffer.from(json).toString());

describe('operations over NATS', () => {
  it('return a specific error, not a timeout, if a reply exceeds the NATS message limit', async () => {
    const { status, payload } = await client.call(LARGE, request, 'req_1');
    expect([status, textOf(payload)]).toMatchObject([500, { code: 'internal_error' }]);
  });

  it('hide the details of unexpected errors', async () => {
    const { status, payload } = await client.call(BROKEN, request, 'req_1');
    expect(status).toBe(500);
    expect(JSON.stringify(textOf(payload))).not.toContain('secret');
  });

  it('reply to a malformed request with an error instead of dropping it', async () => {
    const reply = await nats.request(ECHO.subject, '{"half":', { timeout: 5000 });
    expect(reply.string()).toMatch(/^500 /);
  });

  it('reply to parameters alone, as an operator sends them', async () => {
    const reply = await nats.request(ECHO.subject, JSON.stringify(request), { timeout: 5000 });
    expect(reply.string()).toBe(`200 - ${JSON.stringify({ request })}`);
  });

  it('travel in one message if they are lookups of one event-loop tick, each with its own result', async () => {
    let messages = 0;
    const seen = nats.subscribe(`${SHARED.subject}.>`, {
      callback: () => {
        messages += 1;
      },
    });
    await nats.flush();
    await eventually(async () => {
      messages = 0;
      await client.call(SHARED, request, 'req_0');
      expect(messages).toBe(1);
    });
    messages = 0;
    const ids = ['a', INVALID, 'b'];
    const results = await Promise.all(
      ids.map((card_id) => client.call(SHARED, { card_id }, `req_${card_id}`)),
    );
    expect(results.map(({ status }) => status)).toEqual([200, 400, 200]);
    expect(textOf(results[2]?.payload as Uint8Array)).toBe('b');
    expect(messages).toBe(1);
    seen.unsubscribe();
  });

  it('are sent again one by one if their results together exceed the NATS message limit', async () => {
    await eventually(async () => {
      const results = await Promise.all(
        [1, 2].map(() => client.call(SHARED, { card_id: HALF }, 'r')),
      );
      expect(results.map(({ status, payload }) => [status, payload.length])).toEqual(
        Array(2).fill([200, 4_200_002]),
      );
    });
  });

  it('do not wait for a handler that never finishes longer than until its deadline', async () => {
    const [never, other] = await Promise.all([
      client.call(SHARED, { card_id: NEVER }, 'req_1', 10_000),
      client.call(SHARED, request, 'req_2', 10_000),
    ]);
    expect([never?.status, other?.status]).toEqual([504, 200]);
  });

  it.each([
    ['a long id', JSON.stringify({ id: LONG_NAME })],
    ['no id', '{}'],
    ['no JSON', LONG_NAME],
  ])('do not lose the connection if an instance replies to pings with %s', async (_what, reply) => {
    const other = await connectNats(server.url, 'other', createLogger('test', 'silent'));
    try {
      const disconnected = jest.fn();
      void (async () => {
        for await (const { type } of other.status()) if (type === 'disconnect') disconnected();
      })();
      let replies = 0;
      const subscription = nats.subscribe('$SRV.PING.test', {
        callback: (_error, message) => {
          replies += message.respond(reply) ? 1 : 0;
        },
      });
      await nats.flush();
      const operations = new OperationClient(other, ['test']);
      await eventually(async () => {
        await operations.call(ECHO, request, 'req_1').catch(() => undefined);
        expect(replies).toBeGreaterThan(2);
      });
      await other.flush();
      expect(disconnected).not.toHaveBeenCalled();
      subscription.unsubscribe();
    } finally {
      await other.close();
    }
  });

  it.each([
    ['without a status', 'zzzz'],
    ['that is too short', '200 -'],
  ])(
    'are sent again to another instance after a malformed reply %s, and later replies are received',
    async (_what, reply) => {
      // Register as an instance that replies to the first message only.
      const pings = nats.subscribe('$SRV.PING.test', {
        callback: (_error, message) => void message.respond('{"id":"MALFORMED"}'),
      });
      let messages = 0;
      const instance = nats.subscribe(`${ECHO.subject}.MALFORMED`, {
        callback: (_error, message) => {
          messages += 1;
          message.respond(reply);
          pings.unsubscribe();
          instance.unsubscribe();
        },
      });
      const statuses = new Set<number>();
      const call = async (): Promise<unknown> =>
        statuses.add((await client.call(ECHO, request, 'req_1').catch((error) => error)).status);
      while (messages === 0) await call();
      await call();
      expect(statuses).toEqual(new Set([200]));
    },
  );

  it('are not executed for a client that has stopped waiting', async () => {
    const before = handled;
    const late = JSON.stringify({ ...request, context: { timeout_ms: 0 } });
    nats.publish(ECHO.subject, late, { reply: 'unheard' });
    await client.call(ECHO, request, 'req_1');
    expect(handled).toBe(before + 1);
  });

  it("are described, with their counts, in replies to the service protocol's PING, INFO and STATS", async () => {
    const get = async (subject: string) => (await nats.request(subject)).json<Described>();
    const ping = await get('$SRV.PING');
    expect(ping).toMatchObject({ type: 'io.nats.micro.v1.ping_response', name: 'test' });
    const info = await get('$SRV.INFO.test');
    expect(info.endpoints).toContainEqual({
      name: 'v1-echo',
      subject: ECHO.subject,
      queue_group: 'test',
    });
    const statsOf = async (subject: string): Promise<EndpointStats> => {
      const { endpoints } = await get(`$SRV.STATS.test.${ping.id}`);
      return endpoints.find((each) => each.subject === subject) as EndpointStats;
    };
    const before = await Promise.all([ECHO, BROKEN].map(({ subject }) => statsOf(subject)));
    await Promise.all([
      client.call(ECHO, request, 'req_1'),
      client.call(ECHO, request, 'req_2'),
      client.call(BROKEN, request, 'req_3'),
    ]);
    const after = await Promise.all([ECHO, BROKEN].map(({ subject }) => statsOf(subject)));
    const added = after.map((each, index) => [
      each.num_requests - (before[index]?.num_requests ?? 0),
      each.num_errors - (before[index]?.num_errors ?? 0),
    ]);
    expect(added).toEqual([
      [2, 0],
      [1, 1],
    ]);
    expect(after[0]?.average_processing_time).toBeGreaterThan(0);
  });

  it('fail immediately while NATS is unavailable, and succeed again after NATS restarts', async () => {
    process.kill(server.pid, 'SIGKILL');
    await server.exited;
    await eventually(async () => expect(client.isConnected).toBe(false));
    await expect(client.call(ECHO, request, 'req_1')).rejects.toMatchObject({ status: 503 });
    const { port } = new URL(server.url);
    const dir = mkdtempSync(path.join(tmpdir(), 'gcd-operations-'));
    server = await startNats({
      dir: path.join(dir, 'nats'),
      keep: false,
      log: () => undefined,
      port: Number(port),
    });
    await eventually(async () => {
      expect((await client.call(ECHO, request, 'req_1')).status).toBe(200);
    });
  });
});
