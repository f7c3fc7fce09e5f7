import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  asRole,
  cursorKeysFile,
  environmentOf,
  type RunningApp,
  runAdmin,
  type Server,
  type Stack,
  type StackOptions,
  startApp,
  startNats,
  startRedis,
  startStack,
} from '@gcd/local';
import { addAccount } from '@gcd/testing/account.js';
import { type ApiResponse, fixtureCard, getFrom } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { importDirectory } from '@gcd/testing/import-directory.js';
import { type StandbySet, startStandbys } from '@gcd/testing/standbys.js';
import { startProxy, type TcpProxy } from '@gcd/testing/tcp-proxy.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from 'redis';

const FIXTURE = fileURLToPath(new URL('../../../libs/testing/fixture', import.meta.url));
const TIMEOUT_MS = 60_000;
const CARD = fixtureCard('2a');
const POPULATION = `/v1/cards/${CARD}/population`;
const CERT = '/v1/certs/psa/10000007';
const SEARCH = '/v1/cards/search/simple?query=';
const FEED = '/v1/cards/population/changes';
/** Redis key of the newest data version that the change feed has shown. */
const FEED_VERSION = 'gcd:feed-version';

let directory: string;
let databases: StandbySet;
let toPrimary: TcpProxy;
let nats: Server;
let redis: Server;
let redisClient: ReturnType<typeof createClient>;
let stack: Stack;
let caching: RunningApp;
let key: string;
let loads = 0;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-standbys-'));
  chmodSync(directory, 0o755);
  databases = await startStandbys(path.join(directory, 'postgres'), 2, async (url) => {
    await runAdmin(['migrate'], { DATABASE_URL: url });
    await importDirectory(url, FIXTURE);
    ({ key } = await addAccount(url, { permissions: ['history', 'changes'] }));
  });
  toPrimary = await startProxy(databases.primaryUrl);
  nats = await startNats({ dir: path.join(directory, 'nats'), keep: false, log: () => undefined });
  // Use a separate Redis server. Gateways of other tests use other databases, so they must not share a data version
  // with these.
  redis = await startRedis({
    dir: path.join(directory, 'redis'),
    keep: false,
    log: () => undefined,
  });
  redisClient = createClient({ url: redis.url });
  await redisClient.connect();
  const options: StackOptions = {
    databaseAs: asRole(toPrimary.url),
    readAs: asRole(databases.url),
    natsUrl: nats.url,
    redisUrl: redis.url,
    logDir: path.join(directory, 'logs'),
    cursorKeysFile: cursorKeysFile(directory),
    apps: ['certs', 'cards', 'search', 'changes', 'gateway'],
    gateway: { RESPONSE_CACHE_MB: '0' },
  };
  stack = await startStack(options);
  const env = { ...environmentOf('gateway', options), RESPONSE_CACHE_MB: '64' };
  caching = await startApp('gateway', env, options.logDir);
}, 180_000);

afterEach(async () => {
  await databases.restartPrimary();
  toPrimary.mend();
  databases.mend();
  await Promise.all(databases.standbys.map((standby) => standby.resume()));
});

afterAll(async () => {
  await stack?.stop();
  await caching?.stop();
  redisClient?.destroy();
  await redis?.stop();
  await nats?.stop();
  toPrimary?.close();
  await databases?.stop();
});

const get = (target: string, port = stack.port): Promise<ApiResponse> =>
  getFrom(`http://127.0.0.1:${port}`, target, { 'x-api-key': key });

const countOf = (body: ApiResponse['body']): number =>
  body.data.grader_data.population_context.total_population;

/** Sends several requests concurrently, so that all connections are used. */
const getMany = (target: string, port = stack.port): Promise<ApiResponse[]> =>
  Promise.all(Array.from({ length: 24 }, () => getAdmitted(target, port)));

/** Sends a request, and repeats it if the gateway sheds it because the machine is busy. */
async function getAdmitted(target: string, port: number): Promise<ApiResponse> {
  for (;;) {
    const response = await get(target, port);
    if (response.body.error?.details?.reason !== 'overload') return response;
  }
}

/** Returns the number of reads from standbys by a service, by outcome. */
async function standbyReads(app: 'cards' | 'certs'): Promise<Record<string, number>> {
  const port = stack.apps.get(app)?.port;
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = metrics.matchAll(/^gcd_database_standby_reads_total\{outcome="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]));
}

/** Imports a new count for a card, and another card with a new name. @returns the count and the name */
async function load(): Promise<{ count: number; name: string }> {
  loads += 1;
  const count = 1000 + loads;
  const name = `newcomer${loads}`;
  const folder = mkdtempSync(path.join(directory, 'load-'));
  writeFileSync(
    path.join(folder, 'cards.csv'),
    `card_id,grader,description,year,set_name,name,card_number,parallel\n${fixtureCard(`7${loads}`)},psa,2001 ${name},2001,Test,${name},1,\n`,
  );
  writeFileSync(
    path.join(folder, 'populations.csv'),
    `card_id,date,grades\n${CARD},2026-05-${10 + loads},"{""psa_9"":${count}}"\n`,
  );
  await importDirectory(databases.primaryUrl, folder, { natsUrl: nats.url });
  return { count, name };
}

/** Reads the change feed until it contains the card. */
async function readFeed(): Promise<void> {
  const { body } = await get(FEED);
  expect(body.data.card_ids).toContain(CARD);
}

/**
 * Waits until every process has lost its lease on the data version of the killed primary. Consistent reads then fail,
 * unless Redis has the newest version that the change feed has shown.
 */
async function leasesExpire(): Promise<void> {
  const shown = await redisClient.hGetAll(FEED_VERSION);
  for (const port of [stack.port, caching.port]) {
    await eventually(async () => {
      await redisClient.del(FEED_VERSION);
      for (const { status } of await getMany(POPULATION, port)) expect(status).toBe(503);
    }, TIMEOUT_MS);
  }
  await redisClient.hSet(FEED_VERSION, shown);
}

/** Waits until the services use the primary again. */
async function restartPrimary(): Promise<void> {
  await databases.restartPrimary();
  await eventually(async () => expect((await get(FEED)).status).toBe(200), TIMEOUT_MS);
}

describe('two standbys behind one host name', () => {
  it('serve reads instead of the primary', async () => {
    const before = await standbyReads('cards');
    for (const { status } of await getMany(POPULATION)) expect(status).toBe(200);
    const after = await standbyReads('cards');
    expect(after.served).toBeGreaterThan(before.served ?? 0);
  });

  it('never return counts older than the change feed, even if one is stalled', async () => {
    await databases.standbys[0]?.pause();
    const { count, name } = await load();
    await readFeed();

    for (const target of [POPULATION, `${POPULATION}/history`, `${CERT}/population`]) {
      for (const { status, body } of await getMany(target)) {
        expect([target, status, body.error]).toEqual([target, 200, undefined]);
        expect(body.data.population.population_data.total).toBe(count);
      }
    }
    expect((await standbyReads('cards')).stale).toBeGreaterThan(0);

    for (const { body } of await getMany(SEARCH + name)) {
      expect(body.data.results).toHaveLength(1);
    }
    for (const { body } of await getMany(CERT)) expect(countOf(body)).toBe(count);
  }, 120_000);

  it('do not keep the gateway from caching the latest data while they are stalled', async () => {
    await Promise.all(databases.standbys.map((standby) => standby.pause()));
    const { count } = await load();
    const fromCache = async (): Promise<number> => countOf((await get(CERT, caching.port)).body);
    await eventually(async () => expect(await fromCache()).toBe(count), TIMEOUT_MS);
    await Promise.all(databases.standbys.map((standby) => standby.resume()));
    expect(await fromCache()).toBe(count);
  }, 120_000);

  it('are replaced by the primary while they are unavailable', async () => {
    const underWay = Promise.all([getMany(CERT), getMany(POPULATION)]);
    databases.cut();
    for (const { status } of (await underWay).flat()) expect(status).toBe(200);
    for (const target of [POPULATION, `${POPULATION}/history`, CERT, `${SEARCH}raichu`]) {
      for (const { status, body } of await getMany(target))
        expect([target, status, body.error]).toEqual([target, 200, undefined]);
    }
    expect((await standbyReads('certs')).unavailable).toBeGreaterThan(0);
    databases.mend();
    const { served = 0 } = await standbyReads('certs');
    await eventually(async () => {
      await getMany(CERT);
      expect((await standbyReads('certs')).served).toBeGreaterThan(served);
    }, TIMEOUT_MS);
  }, 120_000);

  it('serve every read while the primary is down', async () => {
    const { count, name } = await load();
    await readFeed();
    await databases.killPrimary();
    await leasesExpire();
    // The failures while the leases expired may have lowered the limits on requests in flight.
    for (const target of [POPULATION, `${POPULATION}/history`, `${CERT}/population`]) {
      let total = 0;
      await eventually(async () => {
        const { status, body } = await get(target);
        expect([target, status, body.error]).toEqual([target, 200, undefined]);
        total = body.data.population.population_data.total;
      }, TIMEOUT_MS);
      expect(total).toBe(count);
    }
    expect(countOf((await get(CERT)).body)).toBe(count);
    expect((await get(SEARCH + name)).body.data.results).toHaveLength(1);
    expect((await get(FEED)).status).toBe(503);
    await restartPrimary();
  }, 120_000);

  it('never return counts older than the change feed while the primary is down', async () => {
    await Promise.all(databases.standbys.map((standby) => standby.pause()));
    const { count } = await load();
    await readFeed();
    await databases.killPrimary();
    await databases.standbys[0]?.resume();
    await leasesExpire();
    const counts = new Set<number>();
    for (const port of [stack.port, caching.port]) {
      await eventually(async () => {
        const responses = await getMany(POPULATION, port);
        const served = responses.filter(({ status }) => status !== 503);
        for (const { body } of served) counts.add(body.data.population.population_data.total);
        expect(served.length).toBeGreaterThan(0);
      }, TIMEOUT_MS);
    }
    expect([...counts]).toEqual([count]);
    await databases.standbys[1]?.resume();
    await eventually(async () => {
      for (const { status } of await getMany(POPULATION)) expect(status).toBe(200);
    }, TIMEOUT_MS);
    await restartPrimary();
  }, 120_000);
});
