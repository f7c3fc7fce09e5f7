import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  asRole,
  cursorKeysFile,
  runAdmin,
  type Server,
  type Stack,
  startNats,
  startRedis,
  startStack,
} from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addAccount } from '@gcd/testing/account.js';
import { fixtureCard } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { isCounted, load, send, type TimedResponse } from '@gcd/testing/load.js';
import { type StandbySet, startStandbys } from '@gcd/testing/standbys.js';
import { startProxy, type TcpProxy } from '@gcd/testing/tcp-proxy.js';

// Three regions on one machine. Each has a gateway, services, NATS, Redis and a standby. The only connections between
// regions are replication and statements for the primary, which is in the first region.

const FIXTURE = fileURLToPath(new URL('../../libs/testing/fixture', import.meta.url));
/** Round-trip time from each region to the primary, in milliseconds. */
const ROUND_TRIPS = [0, 80, 150];
const RATE = Number(process.env.REGION_RATE ?? 50);
const SECONDS = Number(process.env.REGION_SECONDS ?? 30);
const KEYS = 10;
const PLAN = { base: 1_000_000, permissions: ['history'] };
const LIMIT = 3000;
const CARD = fixtureCard('2a');
const CERT = '/v1/certs/psa/10000007';
const POPULATION = `/v1/cards/${CARD}/population`;
const TARGETS = [CERT, POPULATION, `${CERT}/population`, `${POPULATION}/history`];
const silent = (): void => undefined;

interface Region {
  readonly address: string;
  readonly stack: Stack;
  readonly proxy: TcpProxy;
  readonly servers: readonly Server[];
  readonly keys: readonly string[];
}

let directory: string;
let databases: StandbySet;
let regions: Region[] = [];

async function startRegion(number: number, roundTripMs: number): Promise<Region> {
  const dir = path.join(directory, `region-${number}`);
  const proxy = await startProxy(databases.primaryUrl);
  proxy.delay(roundTripMs / 2);
  const standby = databases.standbys[number];
  if (!standby) throw new Error('each region needs a standby');
  await standby.streamFrom(Number(new URL(proxy.url).port));
  const [nats, redis] = await Promise.all([
    startNats({ dir: path.join(dir, 'nats'), keep: false, log: silent }),
    startRedis({ dir: path.join(dir, 'redis'), keep: false, log: silent }),
  ]);
  const stack = await startStack({
    databaseAs: asRole(proxy.url),
    readAs: asRole(standby.url),
    natsUrl: nats.url,
    redisUrl: redis.url,
    logDir: path.join(dir, 'logs'),
    cursorKeysFile: cursorKeysFile(directory),
    apps: ['certs', 'cards', 'changes', 'gateway'],
    // Disable the response cache, because cached responses would hide the latency of the services.
    gateway: { RESPONSE_CACHE_MB: '0' },
  });
  const accounts = await Promise.all(
    Array.from({ length: KEYS }, () => addAccount(databases.primaryUrl, PLAN)),
  );
  const keys = accounts.map(({ key }) => key);
  return { address: `http://127.0.0.1:${stack.port}`, stack, proxy, servers: [nats, redis], keys };
}

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-regions-'));
  chmodSync(directory, 0o755);
  const fill = async (url: string): Promise<void> => {
    await runAdmin(['migrate'], { DATABASE_URL: url });
    await runAdmin(['import', FIXTURE], { DATABASE_URL: url });
  };
  databases = await startStandbys(path.join(directory, 'postgres'), ROUND_TRIPS.length, fill);
  for (const [number, ms] of ROUND_TRIPS.entries()) regions.push(await startRegion(number, ms));
}, 240_000);
afterAll(async () => {
  await Promise.all(regions.map(({ stack }) => stack.stop()));
  await Promise.all(regions.flatMap(({ servers }) => servers.map((server) => server.stop())));
  for (const { proxy } of regions) proxy.close();
  regions = [];
  await databases?.stop();
  rmSync(directory, { recursive: true, force: true });
}, 60_000);

/** Sends requests at a fixed rate, without waiting for responses. */
async function openLoop({ address, keys }: Region, requests: number): Promise<TimedResponse[]> {
  const start = performance.now();
  const responses: Promise<TimedResponse>[] = [];
  for (let index = 0; index < requests; index += 1) {
    await pause(Math.max(0, start + (index * 1000) / RATE - performance.now()));
    const target = TARGETS[index % TARGETS.length] as string;
    responses.push(send(address, target, keys[(index * 7) % keys.length] as string));
  }
  return Promise.all(responses);
}

const percentile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);

const latencies = (responses: readonly TimedResponse[]): number[] =>
  responses.map(({ sentAt, receivedAt }) => receivedAt - sentAt).sort((one, other) => one - other);

describe('three regions', () => {
  it('serve reads without a round trip to the primary', async () => {
    const first = await Promise.all(
      regions.map(({ address, keys }) => Promise.all(keys.map((key) => send(address, CERT, key)))),
    );
    const measured = await Promise.all(regions.map((region) => openLoop(region, RATE * SECONDS)));
    console.table(
      measured.map((responses, index) => {
        const sorted = latencies(responses);
        return {
          'round trip ms': ROUND_TRIPS[index],
          requests: responses.length,
          errors: responses.filter(({ status }) => status !== 200).length,
          'p50 ms': percentile(sorted, 0.5),
          'p99 ms': percentile(sorted, 0.99),
          'p99.9 ms': percentile(sorted, 0.999),
          'first request of a key, p50 ms': percentile(latencies(first[index] ?? []), 0.5),
        };
      }),
    );
    for (const responses of [...first, ...measured]) {
      for (const { status, body } of responses)
        expect([status, status === 200 || body]).toEqual([200, true]);
    }
  }, 600_000);

  it("never return counts older than any region's feed", async () => {
    const folder = path.join(directory, 'load');
    mkdirSync(folder);
    const { key } = await addAccount(databases.primaryUrl, { permissions: ['changes', 'history'] });
    const visible: Record<string, string>[] = [];
    for (let day = 10; day < 15; day += 1) {
      const grades = `"{""psa_9"":${1000 + day}}"`;
      const row = `card_id,date,grades\n${CARD},2026-05-${day},${grades}\n`;
      writeFileSync(path.join(folder, 'populations.csv'), row);
      const { body } = await send(regions[0]?.address ?? '', '/v1/cards/population/changes', key);
      const cursor = JSON.parse(body).data.next_cursor;
      await runAdmin(['import', folder], { DATABASE_URL: databases.primaryUrl });
      const committed = performance.now();
      const seen = await Promise.all(
        regions.map(async ({ address }) => {
          const target = `/v1/cards/population/changes?cursor=${cursor}`;
          await eventually(async () => {
            expect((await send(address, target, key)).body).toContain(CARD);
          }, 30_000);
          const ms = performance.now() - committed;
          // A client that has read a change in the feed of this region must not get older counts in any other region.
          const counts = await Promise.all(
            regions.map(async (region) => {
              const population = await send(region.address, POPULATION, key);
              return JSON.parse(population.body).data.population.population_data.total;
            }),
          );
          expect(counts).toEqual(regions.map(() => 1000 + day));
          return ms;
        }),
      );
      visible.push(Object.fromEntries(seen.map((ms, at) => [`region ${at + 1}`, ms.toFixed(0)])));
    }
    console.log('ms from the import until a page shows the change');
    console.table(visible);
  }, 600_000);

  it('admit exactly the quota of an account that uses all three', async () => {
    const { key } = await addAccount(databases.primaryUrl, { base: LIMIT });
    const began = performance.now();
    const isExhausted = regions.map(() => false);
    const responses = await load(
      24,
      async (index) => {
        const at = index % regions.length;
        const one = await send(regions[at]?.address ?? '', CERT, key);
        if (one.code === 'quota_exceeded') isExhausted[at] = true;
        return one;
      },
      () => isExhausted.includes(false),
    );
    // Send a second round of requests to use up any quota that is left in individual regions.
    const rest = await Promise.all(
      regions.map(({ address }) =>
        load(
          1,
          () => send(address, CERT, key),
          (_responses, { code }) => code !== 'quota_exceeded',
        ),
      ),
    );
    const all = [...responses, ...rest.flat()];
    const admitted = all.filter(isCounted).length;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log({ limit: LIMIT, admitted, requests: all.length, seconds });
    expect(admitted).toBe(LIMIT);
    expect(new Set(all.map(({ code }) => code))).toEqual(new Set(['', 'quota_exceeded']));
  }, 600_000);
});
