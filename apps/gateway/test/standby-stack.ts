import { chmodSync, cpSync, mkdtempSync, writeFileSync } from 'node:fs';
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
import { type RestartableServer, startRestartable } from '@gcd/testing/restartable-server.js';
import { type StandbySet, startStandbys } from '@gcd/testing/standbys.js';
import { startProxy, type TcpProxy } from '@gcd/testing/tcp-proxy.js';
import { expect } from '@jest/globals';

const FIXTURE = fileURLToPath(new URL('../../../libs/testing/fixture', import.meta.url));
export const TIMEOUT_MS = 60_000;
const CARD = fixtureCard('2a');
export const POPULATION = `/v1/cards/${CARD}/population`;
export const CERT = '/v1/certs/psa/10000007';
export const SEARCH = '/v1/cards/search/simple?query=';
/** Requests whose responses contain the total population of the card. */
export const TOTALS = [POPULATION, `${POPULATION}/history`, `${CERT}/population`];
export const FEED = '/v1/cards/population/changes';

let directory: string;
export let databases: StandbySet;
let toPrimary: TcpProxy;
let nats: Server;
let redis: RestartableServer;
/** Directory of Redis's data, and of a copy that was made when Redis last started. */
let redisData: { current: string; copy: string | null };
export let stack: Stack;
export let caching: RunningApp;
let key: string;
let loads = 0;

/** Starts the servers, the services, and two gateways: one without a response cache, and one with a response cache. */
export async function start(): Promise<void> {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-standbys-'));
  chmodSync(directory, 0o755);
  databases = await startStandbys(path.join(directory, 'postgres'), 2, async (url) => {
    await runAdmin(['migrate'], { DATABASE_URL: url });
    await importDirectory(url, FIXTURE);
    ({ key } = await addAccount(url, { permissions: ['history', 'changes'] }));
  });
  toPrimary = await startProxy(databases.primaryUrl);
  const server = (name: string) => ({
    dir: path.join(directory, name),
    keep: false,
    log: () => undefined,
  });
  nats = await startNats(server('nats'));
  // Use a separate Redis server. Gateways of other tests use other databases, so their data versions must not affect
  // these gateways.
  redisData = { current: path.join(directory, 'redis'), copy: null };
  redis = await startRestartable(redisData.current, (dir, port) =>
    startRedis({ dir, keep: true, log: () => undefined, ...(port !== undefined && { port }) }),
  );
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
}

/** Ends all faults. */
export async function restore(): Promise<void> {
  await databases.restartPrimary();
  toPrimary.mend();
  databases.mend();
  await Promise.all(databases.standbys.map((standby) => standby.resume()));
}

export async function stop(): Promise<void> {
  await stack?.stop();
  await caching?.stop();
  await redis?.stop();
  await nats?.stop();
  toPrimary?.close();
  await databases?.stop();
}

/** Sends a request, and repeats it if the gateway sheds it because the machine is busy. */
export async function get(target: string, port = stack.port): Promise<ApiResponse> {
  for (;;) {
    const response = await getFrom(`http://127.0.0.1:${port}`, target, { 'x-api-key': key });
    if (response.body.error?.details?.reason !== 'overload') return response;
  }
}

export const countOf = (body: ApiResponse['body']): number =>
  body.data.grader_data.population_context.total_population;

/** Sends several requests concurrently, so that all connections are used. */
export const getMany = (target: string, port = stack.port): Promise<ApiResponse[]> =>
  Promise.all(Array.from({ length: 24 }, () => get(target, port)));

/** Returns how many reads a service sent to standbys, by outcome. */
export async function standbyReads(app: 'cards' | 'certs'): Promise<Record<string, number>> {
  const port = stack.apps.get(app)?.port;
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = metrics.matchAll(/^gcd_db_standby_reads_total\{outcome="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]));
}

/** Imports a new count for a card, and another card with a new name. @returns the count and the name */
export async function load(): Promise<{ count: number; name: string }> {
  loads += 1;
  const count = 1000 + loads;
  const name = `newcomer${loads}`;
  await importFiles({
    'cards.csv': `card_id,grader,description,year,set_name,name,card_number,parallel\n${fixtureCard(`7${loads}`)},psa,2001 ${name},2001,Test,${name},1,\n`,
    'populations.csv': `card_id,date,grades\n${CARD},2026-05-${10 + loads},"{""psa_9"":${count}}"\n`,
  });
  return { count, name };
}

/** Imports files into the primary. @param files contents by file name @param announced whether to publish an event */
export async function importFiles(
  files: Readonly<Record<string, string>>,
  announced = true,
): Promise<void> {
  const folder = mkdtempSync(path.join(directory, 'load-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  await importDirectory(databases.primaryUrl, folder, announced ? { natsUrl: nats.url } : {});
}

/** Reads the change feed until it contains the card. */
export async function readFeed(): Promise<void> {
  const { body } = await get(FEED);
  expect(body.data.card_ids).toContain(CARD);
}

export const killRedis = (): Promise<void> => redis.kill();

/** Restarts Redis, after it was killed, with the data that it had after its last restart, as from an old backup. */
export async function restartRedis(): Promise<void> {
  const current = redisData.copy ?? redisData.current;
  await redis.startAgain(current);
  const copy = mkdtempSync(path.join(directory, 'redis-'));
  cpSync(current, copy, { recursive: true, filter: (file) => !file.endsWith('server.lock') });
  redisData = { current, copy };
}

/** Restarts the primary, and waits until the services use it again. */
export async function restartPrimary(): Promise<void> {
  await databases.restartPrimary();
  await eventually(async () => expect((await get(FEED)).status).toBe(200), TIMEOUT_MS);
}
