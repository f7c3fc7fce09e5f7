import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { CatalogStore } from '@gcd/catalog-store';
import {
  asRole,
  cursorKeysFile,
  environmentOf,
  type RunningApp,
  runAdmin,
  type Server,
  type StackOptions,
  startApp,
  startNats,
} from '@gcd/local';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Objm } from '@nats-io/obj';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { parse } from 'csv-parse/sync';
import pg from 'pg';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { createDatabase, query } from '@gcd/testing/database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { buildCatalog } from '../../admin/dist/catalogs/build.js';
import { startProxy } from '@gcd/testing/tcp-proxy.js';
import { sendRequest, type RawHttpResponse, type RawHttpOptions } from '@gcd/testing/raw-http.js';

const EXAMPLE = fileURLToPath(
  new URL('../../../examples/download-catalog/download-catalog.mjs', import.meta.url),
);
const CATALOG = '/v1/catalogs/psa';
// Enough that a download, even compressed, exceeds the socket buffers. Events in the middle of a download
// then really happen in the middle.
const CARDS = 80_000;
const ENCODINGS = ['identity', 'gzip'] as const;
const ADD_CARDS = `
  insert into cards (card_id, grader, description, category, name, set_name)
  select substr(sha224(random()::text::bytea), 1, 20), 'psa', 'Card ' || n, 'Pokemon', md5(random()::text), md5(n::text)
  from generate_series(1, $1::int) n`;

// Builds run in separate processes, which may start slowly on a busy machine.
jest.setTimeout(120_000);

let nats: Server;
let connection: NatsConnection;
let databaseUrl: string;
let options: StackOptions;
let gateway: RunningApp;
let replicas: RunningApp[];
let download: (headers?: Record<string, string>, how?: RawHttpOptions) => Promise<RawHttpResponse>;

beforeAll(async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-downloads-'));
  chmodSync(directory, 0o755);
  databaseUrl = await createDatabase(testEnvironment('TEST_DATABASE_URL'), 'gcd_downloads');
  await runAdmin(['migrate'], { DATABASE_URL: databaseUrl });
  nats = await startNats({ dir: path.join(directory, 'nats'), keep: false, log: () => undefined });
  connection = await connect({ servers: nats.url });
  options = {
    databaseAs: asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL')),
    natsUrl: nats.url,
    redisUrl: testEnvironment('TEST_REDIS_URL'),
    logDir: path.join(directory, 'logs'),
    cursorKeysFile: cursorKeysFile(directory),
  };
  gateway = await startApp('gateway', environmentOf('gateway', options), options.logDir);
  replicas = await Promise.all([startReplica(), startReplica()]);
  const address = `http://127.0.0.1:${gateway.port}`;
  download = (headers = {}, how = {}) => sendRequest(CATALOG, headers, { address, ...how });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all(replicas?.map((replica) => replica.stop()) ?? []);
  await connection?.close();
  await nats?.stop();
});

const startReplica = (): Promise<RunningApp> =>
  startApp('catalogs', environmentOf('catalogs', options), options.logDir);

/** Adds cards and builds catalogs in this process, because starting `admin` takes a second. */
async function rebuild(cards: number): Promise<void> {
  await query(databaseUrl, ADD_CARDS, [cards]);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const builder = { client, store: new CatalogStore(connection), siteUrl: 'http://localhost' };
  await buildCatalog(builder, 'psa', () => undefined).finally(() => client.end());
}

/** Downloads a catalog, and resumes as often as the download is interrupted. */
async function resume(
  first: RawHttpResponse,
  headers: Record<string, string>,
  how: (received: number) => RawHttpOptions = () => ({}),
): Promise<{ bytes: Buffer; cuts: number }> {
  let { bytes, isCut } = first;
  let cuts = 0;
  while (isCut) {
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

/** Reads the start of a response, runs something, and reads the rest. */
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

it('a download returns 503 with Retry-After before the first build', async () => {
  const { status, headers, body } = await getFrom(`http://127.0.0.1:${gateway.port}`, CATALOG, {
    'x-api-key': testEnvironment('TEST_API_KEY'),
  });
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  expect(body.error).toEqual({
    code: 'internal_error',
    message: 'This catalog has not been built yet. Try again later.',
    details: { reason: 'dependency' },
  });
});

describe('a download of many megabytes', () => {
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

  it('contains each card once, in both encodings', async () => {
    const rows: Record<string, string>[] = parse(whole.identity, { columns: true });
    const ids = await query<{ id: string }>(
      databaseUrl,
      "select encode(card_id, 'hex') as id from cards order by card_id",
    );
    expect(rows.map(({ card_id }) => card_id)).toEqual(ids.map(({ id }) => id));
    expect(gunzipSync(whole.gzip).equals(whole.identity)).toBe(true);
    expect(whole.gzip.length).toBeGreaterThan(1_000_000);
  });

  it.each(ENCODINGS)('as %s returns exactly the bytes of any range', async (encoding) => {
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
    'as %s has the same content if it is interrupted at random places and resumed',
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

  it.each(ENCODINGS)('as %s is not affected by a rebuild', async (encoding) => {
    const headers = { 'accept-encoding': encoding };
    const during = await download(
      headers,
      inTheMiddle(() => rebuild(1)),
    );
    expect(during.isCut).toBe(false);
    expect(during.bytes.equals(whole[encoding])).toBe(true);
    expect((await download(headers)).headers.etag).not.toBe(during.headers.etag);
  });

  it('resumes with the old version after a rebuild', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const cut = await download(headers, { onData: () => false });
    await rebuild(1);
    const { bytes } = await resume(cut, headers);
    expect(bytes.equals(whole.gzip)).toBe(true);
  });

  it('starts over with the newest version if the old one is no longer available', async () => {
    const cut = await download({}, { onData: () => false });
    for (let time = 0; time < 3; time += 1) await rebuild(1);
    const rest = await download({
      range: `bytes=${cut.bytes.length}-`,
      'if-range': String(cut.headers.etag),
    });
    expect([rest.status, rest.headers['content-range']]).toEqual([200, undefined]);
    expect(parse(rest.bytes, { columns: true }).length).toBeGreaterThan(CARDS);
  });

  it('survives when one of two instances is killed', async () => {
    const { bytes, isCut } = await download(
      {},
      inTheMiddle(async () => {
        replicas[0]?.kill('SIGKILL');
        await replicas[0]?.exited;
      }),
    );
    expect([isCut, bytes.equals(whole.identity)]).toEqual([false, true]);
    replicas[0] = await startReplica();
  });

  it('survives when one of two instances stalls', async () => {
    const { bytes, isCut } = await download(
      {},
      inTheMiddle(async () => replicas[0]?.kill('SIGSTOP')),
    ).finally(() => replicas[0]?.kill('SIGCONT'));
    expect([isCut, bytes.equals(whole.identity)]).toEqual([false, true]);
  });

  it('waits while all instances restart', async () => {
    const { bytes, isCut } = await download(
      { 'accept-encoding': 'gzip' },
      inTheMiddle(async () => {
        await Promise.all(replicas.map((replica) => replica.stop()));
        void Promise.all([startReplica(), startReplica()]).then((started) => {
          replicas = started;
        });
      }),
    );
    expect([isCut, bytes.equals(whole.gzip)]).toEqual([false, true]);
    await eventually(async () => expect((await download()).status).toBe(200));
  });

  it('is complete with the example client after interruptions and a killed instance', async () => {
    const way = await startProxy(`http://127.0.0.1:${gateway.port}`, 4_000_000);
    const directory = mkdtempSync(path.join(tmpdir(), 'gcd-example-'));
    const file = path.join(directory, 'psa.csv.gz');
    const start = () =>
      spawn(process.execPath, [EXAMPLE, way.url, 'psa', file], {
        env: { API_KEY: testEnvironment('TEST_API_KEY') },
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
      way.cut();
      way.mend();
    }
    const [status] = await once(run, 'exit');
    way.close();
    expect(status).toBe(0);
    expect(readFileSync(file).equals(whole.gzip)).toBe(true);
  });

  it('is not delayed by clients that disconnect or stop reading', async () => {
    const stuck = Array.from({ length: 20 }, () => {
      let letGo = (): void => undefined;
      const held = new Promise<boolean>((resolve) => {
        letGo = () => resolve(false);
      });
      return { letGo, ended: download({}, { onData: () => held }) };
    });
    const { bytes } = await download({ 'accept-encoding': 'gzip' });
    expect(bytes.equals(whole.gzip)).toBe(true);
    for (const { letGo } of stuck) letGo();
    await Promise.all(stuck.map(({ ended }) => ended));
  });

  it('returns 503 beyond 32 downloads of an account, until one of them ends', async () => {
    let letGo = (): void => undefined;
    const held = new Promise<boolean>((resolve) => {
      letGo = () => resolve(false);
    });
    const begun: Promise<void>[] = [];
    const stuck = Array.from({ length: 32 }, () => {
      let begin = (): void => undefined;
      begun.push(
        new Promise((resolve) => {
          begin = resolve;
        }),
      );
      return download(
        {},
        {
          onData: () => {
            begin();
            return held;
          },
        },
      );
    });
    await Promise.all(begun);
    const refused = await download();
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    letGo();
    await Promise.all(stuck);
    await eventually(async () => expect((await download()).status).toBe(200));
  });

  it('is complete for a slow client, and uses little memory', async () => {
    const before = memoryOf(gateway.pid);
    const slow = Array.from({ length: 20 }, (_, index) =>
      download(
        { 'accept-encoding': ENCODINGS[index % 2] ?? '' },
        { onData: () => pause(20).then(() => true) },
      ),
    );
    const answers = await Promise.all(slow);
    expect(answers.map(({ isCut }) => isCut)).not.toContain(true);
    expect(
      answers.every(({ bytes }, index) => bytes.equals(whole[ENCODINGS[index % 2] ?? 'gzip'])),
    ).toBe(true);
    expect(memoryOf(gateway.pid) - before).toBeLessThan(150);
  });

  it('fails if the store loses the file, and succeeds after the next build', async () => {
    const lose = async (): Promise<void> => {
      for await (const { bucket } of new Objm(connection).list()) {
        await (await new Objm(connection).open(bucket)).destroy();
      }
      // Restarting the instances also empties their caches.
      await Promise.all(replicas.map((replica) => replica.stop()));
      replicas = await Promise.all([startReplica(), startReplica()]);
    };
    const cut = await download({}, inTheMiddle(lose));
    expect(cut.isCut).toBe(true);
    expect(cut.bytes.equals(whole.identity.subarray(0, cut.bytes.length))).toBe(true);
    const { status, headers } = await download();
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    await rebuild(1);
    expect((await download()).status).toBe(200);
  });
});

/** Memory of a process in megabytes. */
function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
