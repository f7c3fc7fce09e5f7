import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { KEYS_CHANGED } from '@gcd/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '@nats-io/transport-node';
import { createClient } from 'redis';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { type Cluster, startCluster } from '@gcd/testing/cluster.js';
import { query } from '@gcd/testing/database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { startProxy, type TcpProxy } from '@gcd/testing/tcp-proxy.js';

const CERT = '/v1/certs/psa/10000001';

let cluster: Cluster;
let proxy: TcpProxy | undefined;

/** Sends a request with a key to each gateway. @returns the status codes of the responses */
function statuses(key: string): Promise<number[]> {
  const responses = cluster.addresses.map((address) =>
    getFrom(address, CERT, { 'x-api-key': key }),
  );
  return Promise.all(responses.map(async (response) => (await response).status));
}

describe('a key on three gateways', () => {
  beforeAll(async () => {
    cluster = await startCluster({
      proxyNats: async (url) => {
        proxy = await startProxy(url);
        return proxy.url;
      },
    });
  });

  afterAll(async () => {
    await cluster.stop();
    proxy?.close();
  });

  it.each(['notjson', '{}'])(
    'is rejected once it is disabled, even after the malformed event %p',
    async (event) => {
      const nats = await connect({ servers: cluster.natsUrl });
      nats.publish(KEYS_CHANGED, event);
      await nats.drain();
      const { id, key } = await cluster.account();
      expect(await statuses(key)).toEqual([200, 200, 200]);
      await cluster.admin('keys', 'disable', id);
      await eventually(async () => expect(await statuses(key)).toEqual([401, 401, 401]), 5000);
    },
  );

  it('never appears in a log, a message, a database row or a Redis key', async () => {
    const nats = await connect({ servers: cluster.natsUrl });
    const messages: string[] = [];
    nats.subscribe('>', {
      callback: (_error, message) => {
        messages.push(
          message.subject,
          message.string(),
          JSON.stringify([...(message.headers ?? [])]),
        );
      },
    });
    await nats.flush();
    const { id, key } = await cluster.account({ base: 100, permissions: ['images'] });
    const targets = [
      CERT,
      `${CERT}?psa_dna=1`,
      '/v1/certs/psa/0',
      '/v1/nothing',
      '/v1/usage',
      `${CERT}/images`,
      `/v1/certs/psa/${key}`,
      `${CERT}?api_key=${key}`,
    ];
    for (const target of targets) {
      for (const address of cluster.addresses) await getFrom(address, target, { 'x-api-key': key });
    }
    await getFrom(cluster.addresses[0] ?? '', CERT, { 'x-api-key': `${key}x` });
    await cluster.admin('keys', 'rotate', id, '--grace', '1');
    await cluster.admin('keys', 'disable', id);
    await eventually(async () => expect(await statuses(key)).toEqual([401, 401, 401]));
    await nats.drain();

    const places = {
      log: readdirSync(cluster.logDir).map((file) =>
        readFileSync(path.join(cluster.logDir, file), 'utf8'),
      ),
      // The API key must not appear in messages, except in the request for a cert whose number equals the key.
      message: messages.filter(
        (text) => !text.includes(`"cert":"${key}"`) && !text.includes(`"cert": "${key}"`),
      ),
      row: await everyRow(),
      redis: await everythingInRedis(),
    };
    const secret = key.split('_').at(-1) ?? '';
    for (const [place, texts] of Object.entries(places)) {
      expect([place, texts.length > 0]).toEqual([place, true]);
      expect([place, texts.filter((text) => text.includes(secret))]).toEqual([place, []]);
    }
  });

  it('is rejected by all gateways if it is disabled while NATS is unavailable', async () => {
    const { id, key } = await cluster.account();
    expect(await statuses(key)).toEqual([200, 200, 200]);
    proxy?.cut();
    await cluster.admin('keys', 'disable', id);
    await eventually(async () => expect(await statuses(key)).toEqual([401, 401, 401]));
    proxy?.mend();
  });
});

async function everyRow(): Promise<string[]> {
  const url = testEnvironment('TEST_FIXTURE_DATABASE_URL');
  const tables = await query<{ name: string }>(
    url,
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const rows = await Promise.all(
    tables.map(({ name }) => query<{ text: string }>(url, `select t::text as text from ${name} t`)),
  );
  return rows.flat().map(({ text }) => text);
}

async function everythingInRedis(): Promise<string[]> {
  const redis = await createClient({ url: cluster.redisUrl }).connect();
  const keys = await redis.keys('*');
  const values = await Promise.all(
    keys.map(async (name) => String(await redis.sendCommand(['DUMP', name]))),
  );
  redis.destroy();
  return [...keys, ...values];
}
