import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { NatsCatalogStore, type StoredVersion } from '@gcd/catalog-store';
import { type Server, startNats } from '@gcd/local';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { Objm } from '@nats-io/obj';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { runInAdminProcess } from '@gcd/testing/admin-process.js';
import { createTestDatabase, type TestDatabase } from './admin.js';

/** Number of cards in the database before each test. */
export const CARDS = 5000;

export let database: TestDatabase;
let server: Server;
export let nats: NatsConnection;
export let store: NatsCatalogStore;

beforeAll(async () => {
  database = await createTestDatabase();
  const dir = mkdtempSync(path.join(tmpdir(), 'gcd-catalogs-'));
  server = await startNats({ dir: path.join(dir, 'nats'), keep: false, log: () => undefined });
  nats = await connect({ servers: server.url });
  store = new NatsCatalogStore(nats);
});
afterAll(async () => {
  await nats?.close();
  await server?.stop();
  await database?.drop();
});

beforeEach(async () => {
  await database.query('truncate cards restart identity');
  await addCards(CARDS);
});

/** Adds PSA cards in the category Pokemon. */
export async function addCards(count: number): Promise<void> {
  await database.query(
    `insert into cards (card_id, grader, description, category, name)
     select substr(sha224(random()::text::bytea), 1, 20), 'psa', 'Card ' || n, 'Pokemon', md5(n::text)
     from generate_series(1, $1::int) n`,
    [count],
  );
}

export const environment = () => ({ DATABASE_URL: database.url, NATS_URL: server.url });

/** Runs `admin catalogs build --json`, and parses its output. */
export async function build(args: string[] = ['psa'], env: Record<string, string> = {}) {
  const command = ['catalogs', 'build', ...args, '--json'];
  const { status, stdout, stderr } = await runInAdminProcess(command, { ...environment(), ...env });
  return { status, stderr, result: JSON.parse(stdout) };
}

/** Reads the CSV file of a build from the object store, without using code of the services. */
export async function csvOf({ version }: Pick<StoredVersion, 'version'>): Promise<Buffer> {
  const bucket = await new Objm(nats).open(`catalog-psa-${version}`);
  return gunzipSync((await bucket.getBlob('catalog.csv.gz')) ?? Buffer.alloc(0));
}

/** Lists the buckets that contain builds of the psa catalog. */
export const buckets = async (): Promise<string[]> => {
  const names: string[] = [];
  for await (const { bucket } of new Objm(nats).list()) names.push(bucket);
  return names.filter((name) => name.startsWith('catalog-psa-')).sort();
};

export const newest = async (): Promise<StoredVersion> => {
  const [first] = await store.versions('psa');
  if (!first) throw new Error('there is no build');
  return first;
};
