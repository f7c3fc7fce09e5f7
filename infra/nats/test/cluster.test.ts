import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  asRole,
  cursorKeysFile,
  environmentOf,
  type RunningApp,
  runAdmin,
  type Server,
  startApp,
} from '@gcd/local';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connect } from '@nats-io/transport-node';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { startNatsCluster } from '@gcd/testing/nats-cluster.js';

const TIMEOUT_MS = 60_000;
const logDir = mkdtempSync(path.join(tmpdir(), 'gcd-nats-cluster-'));

let servers: Server[] = [];
let monitoring: string[] = [];
let apps: RunningApp[] = [];
let build: NodeJS.ProcessEnv;

beforeAll(async () => {
  ({ servers, monitoring } = await startNatsCluster());
  const natsUrl = servers.map(({ url }) => url).join(',');
  const databaseUrl = testEnvironment('TEST_FIXTURE_DATABASE_URL');
  build = { DATABASE_URL: databaseUrl, NATS_URL: natsUrl };
  const options = {
    databaseAs: asRole(databaseUrl),
    natsUrl,
    redisUrl: testEnvironment('TEST_REDIS_URL'),
    logDir,
    cursorKeysFile: cursorKeysFile(logDir),
  };
  // JetStream must elect a leader before it lists streams.
  await eventually(async () => void (await streams()), TIMEOUT_MS);
  apps = await Promise.all(
    (['catalogs', 'gateway'] as const).map((app) =>
      startApp(app, environmentOf(app, options), logDir),
    ),
  );
});

afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await Promise.all(servers.map((server) => server.stop()));
});

interface StreamInfo {
  readonly cluster?: { readonly leader?: string };
}

/** Lists all streams, as reported by one of the running servers. */
async function streams(): Promise<StreamInfo[]> {
  const connection = await connect({ servers: servers.map(({ url }) => url), timeout: 2000 });
  try {
    const reply = await connection.request('$JS.API.STREAM.LIST', '{}');
    const { streams: list, error } = reply.json<{ streams?: StreamInfo[]; error?: object }>();
    if (error) throw new Error(JSON.stringify(error));
    return list ?? [];
  } finally {
    await connection.close();
  }
}

interface Storage {
  readonly account_details?: readonly {
    readonly stream_detail?: readonly {
      readonly name: string;
      readonly state: { readonly messages: number };
    }[];
  }[];
}

/**
 * Lists the streams that a server stores itself, with their numbers of messages. (NATS 2.9 may call a copy current that
 * is still empty.)
 */
async function storedBy(url: string): Promise<string[]> {
  const storage = (await (await fetch(`${url}/jsz?streams=true`)).json()) as Storage;
  const stored = storage.account_details?.flatMap(({ stream_detail = [] }) => stream_detail) ?? [];
  return stored.map(({ name, state }) => `${name}: ${state.messages}`).sort();
}

const download = async (): Promise<string> => {
  const response = await getFrom(`http://127.0.0.1:${apps[1]?.port}`, '/v1/catalogs/psa', {
    'x-api-key': testEnvironment('TEST_API_KEY'),
  });
  expect(response.status).toBe(200);
  return response.body;
};

/** Builds the catalogs. A build fails while JetStream elects a leader, so it is repeated. */
const buildCatalogs = (replicas: number): Promise<void> =>
  eventually(
    () => runAdmin(['catalogs', 'build'], { ...build, CATALOG_REPLICAS: String(replicas) }),
    TIMEOUT_MS,
  );

it('a NATS cluster serves catalogs that were moved to all servers after the loss of any of them', async () => {
  await buildCatalogs(1);
  await buildCatalogs(3);
  await eventually(async () => {
    const [first, ...others] = await Promise.all(monitoring.map(storedBy));
    expect(first).not.toHaveLength(0);
    for (const other of others) expect(other).toEqual(first);
  }, TIMEOUT_MS);
  const before = await download();
  const leader = (await streams())[0]?.cluster?.leader ?? '';
  const lost = servers[Number(leader.at(-1))] as Server;
  process.kill(lost.pid, 'SIGKILL');
  await lost.exited;
  await eventually(async () => expect(await download()).toBe(before), TIMEOUT_MS);
});
