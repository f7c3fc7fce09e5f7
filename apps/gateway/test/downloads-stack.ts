import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
import { type RawHttpOptions, type RawHttpResponse, sendRequest } from '@gcd/testing/raw-http.js';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import { buildCatalog } from '../../admin/dist/catalogs/build.js';

const CATALOG = '/v1/catalogs/psa';
// Number of cards. Their names are long, so that even a compressed download exceeds the socket buffers, and a test can
// act while the download is in progress.
export const CARDS = 10_000;
export const ENCODINGS = ['identity', 'gzip'] as const;
const ADD_CARDS = `
  insert into cards (card_id, grader, description, category, name, set_name)
  select substr(sha224(random()::text::bytea), 1, 20), 'psa', 'Card ' || n, 'Pokemon',
    (select string_agg(md5(random()::text), '') from generate_series(1, 25) where n > 0), md5(n::text)
  from generate_series(1, $1::int) n`;

let nats: Server;
export let connection: NatsConnection;
export let databaseUrl: string;
let options: StackOptions;
/** Apps that the tests in a file have started. Tests restart instances of the catalogs service. */
export const running = {} as { gateway: RunningApp; instances: RunningApp[] };
export let download: (
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
  download = (headers = {}, how = {}) => sendRequest(CATALOG, headers, { address, ...how });
});
afterAll(async () => {
  await running.gateway?.stop();
  await Promise.all(running.instances?.map((instance) => instance.stop()) ?? []);
  await connection?.close();
  await nats?.stop();
});

export const startInstance = (): Promise<RunningApp> =>
  startApp('catalogs', environmentOf('catalogs', options), options.logDir);

/** Adds cards and builds catalogs in the test process, because starting `admin` takes a second. */
export async function rebuild(cards: number): Promise<void> {
  await query(databaseUrl, ADD_CARDS, [cards]);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const builder = { client, store: new NatsCatalogStore(connection), siteUrl: 'http://localhost' };
  await buildCatalog(builder, 'psa', () => undefined).finally(() => client.end());
}

/** Downloads a catalog, resuming after each interruption. */
export async function resume(
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

/** Returns request options that run a function between reading the start of the response and reading the rest. */
export function inTheMiddle(what: () => Promise<unknown>): RawHttpOptions {
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
export async function stuckDownload(): Promise<() => Promise<unknown>> {
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
      ended = download({}, { onData });
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
export function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
