import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NatsCatalogStore } from '@gcd/catalog-store';
import {
  asRole,
  cursorKeysFile,
  environmentOf,
  type RunningApp,
  type Server,
  type StackOptions,
  startApp,
  startNats,
} from '@gcd/local';
import { testEnvironment } from '@gcd/testing/api.js';
import { createDatabase, MIGRATED_TEMPLATE, query } from '@gcd/testing/database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { type RawHttpOptions, type RawHttpResponse, sendRequest } from '@gcd/testing/raw-http.js';
import { startProxy } from '@gcd/testing/tcp-proxy.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Objm } from '@nats-io/obj';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import { buildCatalog } from '../../admin/dist/catalogs/build.js';

const CATALOG = '/v1/catalogs/psa';
// Number of cards. Their names are long, so that even a compressed download exceeds the socket buffers, and a test can
// act while the download is in progress.
const CARDS = 10_000;
const ENCODINGS = ['identity', 'gzip'] as const;
const ADD_CARDS = `
  insert into cards (card_id, grader, description, category, name, set_name)
  select substr(sha224(random()::text::bytea), 1, 20), 'psa', 'Card ' || n, 'Pokemon',
    (select string_agg(md5(random()::text), '') from generate_series(1, 25) where n > 0), md5(n::text)
  from generate_series(1, $1::int) n`;

let nats: Server;
let connection: NatsConnection;
let databaseUrl: string;
let options: StackOptions;
/** Apps that the tests in a file have started. Tests restart instances of the catalogs service. */
const running = {} as { gateway: RunningApp; instances: RunningApp[] };
let tryDownload: (
  headers?: Record<string, string>,
  how?: RawHttpOptions,
) => Promise<RawHttpResponse>;

beforeAll(async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-downloads-'));
  chmodSync(directory, 0o755);
  databaseUrl = await createDatabase(
    testEnvironment('TEST_DATABASE_URL'),
    'gcd_downloads',
    MIGRATED_TEMPLATE,
  );
  nats = await startNats({ dir: path.join(directory, 'nats'), keep: false, log: () => undefined });
  connection = await connect({ servers: nats.url });
  options = {
    databaseAs: asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL')),
    natsUrl: nats.url,
    redisUrl: testEnvironment('TEST_REDIS_URL'),
    logDir: path.join(directory, 'logs'),
    cursorKeysFile: cursorKeysFile(directory),
  };
  running.gateway = await startApp('gateway', environmentOf('gateway', options), options.logDir);
  running.instances = await Promise.all([startInstance(), startInstance()]);
  const address = `http://127.0.0.1:${running.gateway.port}`;
  tryDownload = (headers = {}, how = {}) => sendRequest(CATALOG, headers, { address, ...how });
});
afterAll(async () => {
  await running.gateway?.stop();
  await Promise.all(running.instances?.map((instance) => instance.stop()) ?? []);
  await connection?.close();
  await nats?.stop();
});

const startInstance = (): Promise<RunningApp> =>
  startApp('catalogs', environmentOf('catalogs', options), options.logDir);

/** Adds cards and builds catalogs in the test process, because starting `admin` takes a second. */
async function rebuild(cards: number): Promise<void> {
  await query(databaseUrl, ADD_CARDS, [cards]);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const builder = { client, store: new NatsCatalogStore(connection), siteUrl: 'http://localhost' };
  await buildCatalog(builder, 'psa', () => undefined).finally(() => client.end());
}

/** Downloads a catalog, resuming after each interruption. */
async function resume(
  first: RawHttpResponse,
  headers: Record<string, string>,
  how: (received: number) => RawHttpOptions = () => ({}),
): Promise<{ bytes: Buffer; cuts: number }> {
  let { bytes, isCut } = first;
  let cuts = 0;
  // If the connection broke after the last byte, the download is already complete.
  const length = Number(first.headers['content-length']);
  while (isCut && bytes.length < length) {
    cuts += 1;
    const ifRange = String(first.headers.etag);
    const rest = await download(
      { ...headers, range: `bytes=${bytes.length}-`, 'if-range': ifRange },
      how(bytes.length),
    );
    expect([rest.status, rest.headers.etag]).toEqual([206, ifRange]);
    bytes = Buffer.concat([bytes, rest.bytes]);
    isCut = rest.isCut;
  }
  return { bytes, cuts };
}

/** Downloads a catalog. Repeats the request if a busy gateway rejects it. */
async function download(
  headers: Record<string, string> = {},
  how: RawHttpOptions = {},
): Promise<RawHttpResponse> {
  for (;;) {
    const response = await tryDownload(headers, how);
    if (response.status !== 503) return response;
  }
}

/** Returns request options that run a function between reading the start of the response and reading the rest. */
function inTheMiddle(what: () => Promise<unknown>): RawHttpOptions {
  let happened: Promise<unknown> | undefined;
  return {
    async onData(received) {
      if (received > 400_000) happened ??= what();
      await happened;
      return true;
    },
  };
}

/**
 * Starts a download, and stops reading it after it has begun. A busy gateway may reject it at first.
 * @returns a function that ends the download
 */
async function stuckDownload(): Promise<() => Promise<unknown>> {
  for (;;) {
    let letGo = (): void => undefined;
    const held = new Promise<boolean>((resolve) => {
      letGo = () => resolve(false);
    });
    let ended: Promise<unknown> = Promise.resolve();
    const begun = await new Promise<number>((begin) => {
      const onData = (_received: number, status: number): Promise<boolean> | boolean => {
        begin(status);
        return status !== 200 || held;
      };
      ended = tryDownload({}, { onData });
    });
    if (begun === 200) {
      return () => {
        letGo();
        return ended;
      };
    }
    await ended;
  }
}

/** Returns the memory usage of a process in megabytes. */
function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

const EXAMPLE = fileURLToPath(
  new URL('../../../examples/download-catalog/download-catalog.mjs', import.meta.url),
);
// Builds run in separate processes, which may start slowly on a busy machine.
jest.setTimeout(120_000);

describe('a large download', () => {
  let whole: Record<(typeof ENCODINGS)[number], Buffer>;
  let etag: string | undefined;
  beforeAll(() => rebuild(CARDS));
  beforeEach(async () => {
    const { headers } = await download({ 'accept-encoding': 'gzip' }, { method: 'HEAD' });
    if (headers.etag === etag) return;
    etag = headers.etag;
    const [identity, gzip] = await Promise.all(
      ENCODINGS.map(async (each) => (await download({ 'accept-encoding': each })).bytes),
    );
    whole = { identity, gzip } as typeof whole;
  });

  it.each(ENCODINGS)('returns exactly the requested bytes for any range: %s', async (encoding) => {
    const { length } = whole[encoding];
    const edges = [0, 1, 32_767, 32_768, 131_071, 131_072, 262_143, 262_144, length - 1];
    for (const first of [...edges, ...edges.map(() => randomInt(length))]) {
      const last = Math.min(length - 1, first + randomInt(600_000));
      const range = `bytes=${first}-${last}`;
      const { status, bytes } = await download({ 'accept-encoding': encoding, range });
      expect([range, status, bytes.length]).toEqual([range, 206, last + 1 - first]);
      expect(bytes.equals(whole[encoding].subarray(first, last + 1))).toBe(true);
    }
  });

  it.each(ENCODINGS)(
    'has the same content if it is interrupted at random positions and resumed: %s',
    async (encoding) => {
      const headers = { 'accept-encoding': encoding };
      const hangUp = (): RawHttpOptions => {
        const after = randomInt(Math.floor(whole[encoding].length / 4));
        return { onData: (received) => received < after };
      };
      const { bytes, cuts } = await resume(await download(headers, hangUp()), headers, hangUp);
      expect(cuts).toBeGreaterThan(2);
      expect(bytes.equals(whole[encoding])).toBe(true);
    },
  );

  it('continues with the old build, also after a resume, if a new build is published meanwhile', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const cut = await download(headers, { onData: () => false });
    let published: Promise<void> | undefined;
    const publish = () => (published ??= rebuild(1));
    const during = await Promise.all(
      ENCODINGS.map((each) => download({ 'accept-encoding': each }, inTheMiddle(publish))),
    );
    for (const [index, encoding] of ENCODINGS.entries()) {
      expect([encoding, during[index]?.isCut]).toEqual([encoding, false]);
      expect(during[index]?.bytes.equals(whole[encoding])).toBe(true);
    }
    expect((await download(headers)).headers.etag).not.toBe(cut.headers.etag);
    const { bytes } = await resume(cut, headers);
    expect(bytes.equals(whole.gzip)).toBe(true);
  });

  it('completes even if one of two instances is killed', async () => {
    const { status, bytes, isCut } = await download(
      {},
      inTheMiddle(async () => {
        running.instances[0]?.kill('SIGKILL');
        await running.instances[0]?.exited;
      }),
    );
    expect([status, isCut, bytes.equals(whole.identity)]).toEqual([200, false, true]);
    running.instances[0] = await startInstance();
  });

  it('completes even if one of two instances stalls', async () => {
    const { status, bytes, isCut } = await download(
      {},
      inTheMiddle(async () => running.instances[0]?.kill('SIGSTOP')),
    ).finally(() => running.instances[0]?.kill('SIGCONT'));
    expect([status, isCut, bytes.equals(whole.identity)]).toEqual([200, false, true]);
  });

  it('pauses while all instances are restarted, and then completes', async () => {
    const { status, bytes, isCut } = await download(
      { 'accept-encoding': 'gzip' },
      inTheMiddle(async () => {
        await Promise.all(running.instances.map((instance) => instance.stop()));
        void Promise.all([startInstance(), startInstance()]).then((started) => {
          running.instances = started;
        });
      }),
    );
    expect([status, isCut, bytes.equals(whole.gzip)]).toEqual([200, false, true]);
    await eventually(async () => expect((await download()).status).toBe(200));
  });

  it('is completed by the example client even if connections break and an instance is killed', async () => {
    const proxy = await startProxy(`http://127.0.0.1:${running.gateway.port}`, 4_000_000);
    const directory = mkdtempSync(path.join(tmpdir(), 'gcd-example-'));
    const file = path.join(directory, 'psa.csv.gz');
    const start = () =>
      spawn(process.execPath, [EXAMPLE, proxy.url, 'psa', file], {
        env: { GCD_API_KEY: testEnvironment('TEST_API_KEY') },
        stdio: 'ignore',
      });
    const size = (name: string): number => statSync(name, { throwIfNoEntry: false })?.size ?? 0;
    const killed = start();
    await eventually(async () => expect(size(`${file}.part`)).toBeGreaterThan(100_000));
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const run = start();
    for (const part of [0.4, 0.7]) {
      await eventually(async () =>
        expect(size(`${file}.part`)).toBeGreaterThan(whole.gzip.length * part),
      );
      proxy.cut();
      proxy.mend();
    }
    const [status] = await once(run, 'exit');
    proxy.close();
    expect(status).toBe(0);
    expect(readFileSync(file).equals(whole.gzip)).toBe(true);
  });

  it('is not delayed by clients that disconnect or stop reading', async () => {
    const stuck = await Promise.all(Array.from({ length: 20 }, stuckDownload));
    const { status, bytes, isCut } = await download({ 'accept-encoding': 'gzip' });
    expect([status, isCut, bytes.equals(whole.gzip)]).toEqual([200, false, true]);
    await Promise.all(stuck.map((end) => end()));
  });

  it('is rejected with 503 while the account already has 32 downloads in progress', async () => {
    const stuck = await Promise.all(Array.from({ length: 32 }, stuckDownload));
    const rejected = await tryDownload();
    expect(rejected.status).toBe(503);
    await Promise.all(stuck.map((end) => end()));
    await eventually(async () => expect((await download()).status).toBe(200));
  });

  it('completes even if the client reads slowly, and uses little memory', async () => {
    const before = memoryOf(running.gateway.pid);
    const onData = () => pause(10).then(() => true);
    const slow = Array.from({ length: 20 }, (_, index) =>
      download({ 'accept-encoding': ENCODINGS[index % 2] ?? '' }, { onData }),
    );
    const responses = await Promise.all(slow);
    expect(responses.map(({ isCut }) => isCut)).not.toContain(true);
    expect(
      responses.every(({ bytes }, index) => bytes.equals(whole[ENCODINGS[index % 2] ?? 'gzip'])),
    ).toBe(true);
    expect(memoryOf(running.gateway.pid) - before).toBeLessThan(150);
  });

  it('fails if the object store loses the file', async () => {
    const lose = async (): Promise<void> => {
      for await (const { bucket } of new Objm(connection).list()) {
        await (await new Objm(connection).open(bucket)).destroy();
      }
      // Restart the catalogs service, because its caches still contain the lost file.
      await Promise.all(running.instances.map((instance) => instance.stop()));
      running.instances = [await startInstance()];
    };
    // The file must be large. Otherwise, the socket buffers could already contain the rest of it when the object store
    // loses the file.
    await rebuild(CARDS);
    const { bytes } = await download();
    expect(bytes.length).toBeGreaterThan(10_000_000);
    const cut = await download({}, inTheMiddle(lose));
    expect(cut.isCut).toBe(true);
    expect(cut.bytes.equals(bytes.subarray(0, cut.bytes.length))).toBe(true);
  });
});
