import path from 'node:path';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gunzipSync } from 'node:zlib';
import { NatsCatalogStore, type StoredVersion } from '@gcd/catalog-store';
import { type Server, startNats } from '@gcd/local';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Objm } from '@nats-io/obj';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { runInAdminProcess } from '@gcd/testing/admin-process.js';
import { createTestDatabase, startAdmin, type TestDatabase } from './admin.js';
import { startProxy } from '@gcd/testing/tcp-proxy.js';
import { parse } from 'csv-parse/sync';

/** Number of cards in the database before each test. */
const CARDS = 5000;

let database: TestDatabase;
let server: Server;
let nats: NatsConnection;
let store: NatsCatalogStore;
/** A build whose connection to NATS is cut. It tries to reconnect while the other tests run. */
let interrupted: Awaited<ReturnType<typeof stalledBuild>>;
let ofInterrupted: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const dir = mkdtempSync(path.join(tmpdir(), 'gcd-catalogs-'));
  server = await startNats({ dir: path.join(dir, 'nats'), keep: false, log: () => undefined });
  nats = await connect({ servers: server.url });
  store = new NatsCatalogStore(nats);
  await addCards(CARDS);
  ofInterrupted = await createTestDatabase(database.name);
  interrupted = await stalledBuild('pokemon', ofInterrupted.url);
  interrupted.proxy.cut();
});
afterAll(async () => {
  interrupted?.proxy.close();
  await ofInterrupted?.drop();
  await nats?.close();
  await server?.stop();
  await database?.drop();
});

beforeEach(async () => {
  await database.query('truncate cards restart identity');
  await addCards(CARDS);
});

/** Adds PSA cards in the category Pokemon, whose descriptions a spreadsheet would evaluate. */
async function addCards(count: number): Promise<void> {
  await database.query(
    `insert into cards (card_id, grader, description, category, name)
     select substr(sha224(random()::text::bytea), 1, 20), 'psa', '=Card ' || n, 'Pokemon', md5(n::text)
     from generate_series(1, $1::int) n`,
    [count],
  );
}

const environment = () => ({ DATABASE_URL: database.url, NATS_URL: server.url });

/** Runs `admin catalogs build --json`, and parses its output. */
async function build(args: string[] = ['psa'], env: Record<string, string> = {}) {
  const command = ['catalogs', 'build', ...args, '--json'];
  const { status, stdout, stderr } = await runInAdminProcess(command, { ...environment(), ...env });
  return { status, stderr, result: JSON.parse(stdout) };
}

/** Reads the CSV file of a build from the object store, without using code of the services. */
async function csvOf({ version }: Pick<StoredVersion, 'version'>): Promise<Buffer> {
  const bucket = await new Objm(nats).open(`catalog-psa-${version}`);
  return gunzipSync((await bucket.getBlob('catalog.csv.gz')) ?? Buffer.alloc(0));
}

/** Lists the buckets that contain builds of the psa catalog. */
const buckets = async (): Promise<string[]> => {
  const names: string[] = [];
  for await (const { bucket } of new Objm(nats).list()) names.push(bucket);
  return names.filter((name) => name.startsWith('catalog-psa-')).sort();
};

const newest = async () => (await store.versions('psa'))[0] as StoredVersion;

// Each build runs in a separate process, which may start slowly on a busy machine.
jest.setTimeout(120_000);

/** Starts a build whose connection to NATS stalls at the first chunk. */
async function stalledBuild(catalog: string, databaseUrl = database.url) {
  let onChunk = (): void => undefined;
  const chunk = new Promise<void>((resolve) => {
    onChunk = resolve;
  });
  const proxy = await startProxy(environment().NATS_URL, Number.POSITIVE_INFINITY, (bytes) => {
    if (!bytes.includes(`PUB $O.catalog-${catalog}-`)) return;
    proxy.stall();
    onChunk();
  });
  const env = { DATABASE_URL: databaseUrl, NATS_URL: proxy.url };
  const run = startAdmin(['catalogs', 'build', catalog], env);
  await chunk;
  return { run, proxy };
}

describe('admin catalogs build', () => {
  it('writes each card once, without formulas, and reports the number of rows', async () => {
    const { status, result, stderr } = await build(['psa'], {
      SITE_URL: "https://o'cards.example/",
    });
    // A slow machine prints progress.
    expect([status, stderr.replace(/^catalog \w+, \d+%\n/gm, '')]).toEqual([0, '']);
    const csv = await csvOf(result.catalogs[0]);
    const rows: Record<string, string>[] = parse(csv, { columns: true });
    const [{ card_id } = { card_id: '' }] = rows;
    expect(rows[0]?.description).toMatch(/^'=Card /);
    expect(rows[0]?.card_url).toBe(`https://o'cards.example/card/${card_id}`);
    expect(new Set(rows.map((row) => row.card_id)).size).toBe(CARDS);
    expect(result.catalogs).toEqual([
      {
        catalog: 'psa',
        version: expect.stringMatching(/^\d{8}T\d{6}Z$/),
        rows: CARDS,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        csv_bytes: csv.length,
        gzip_bytes: expect.any(Number),
        unchanged: false,
        populations: {
          version: expect.stringMatching(/^\d{8}T\d{6}Z$/),
          rows: CARDS,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          csv_bytes: expect.any(Number),
          gzip_bytes: expect.any(Number),
          unchanged: false,
        },
        seconds: expect.any(Number),
      },
    ]);
  });

  it('builds a missing catalog once if two builds with --missing start at the same time', async () => {
    const client = await database.connect();
    await client.query('select pg_advisory_lock($1)', [0x63746c67]);
    const both = Promise.all([build(['all', '--missing']), build(['all', '--missing'])]);
    await database.untilBlocked(2);
    await client.end();
    const built = (await both).map(({ result }) => result.catalogs.length);
    expect(built.sort()).toEqual([0, 1]);
  });

  it('builds all catalogs by default, and only missing ones with --missing', async () => {
    const names = ({ result }: Awaited<ReturnType<typeof build>>) =>
      result.catalogs.map(({ catalog }: { catalog: string }) => catalog);
    expect(names(await build([]))).toEqual(['psa', 'pokemon', 'all']);
    expect(names(await build(['--missing']))).toEqual([]);
    expect(names(await build(['pokemon']))).toEqual(['pokemon']);
  });

  it('does not publish a new build if no rows have changed, and lists the newest one', async () => {
    const { result } = await build();
    const before = await newest();
    const again = await build();
    expect(again.result.catalogs[0]).toMatchObject({
      unchanged: true,
      version: result.catalogs[0].version,
    });
    expect(await newest()).toEqual(before);
    expect(await buckets()).toContain(`catalog-psa-${before.version}`);
    const { stdout } = await runInAdminProcess(['catalogs', 'list', '--json'], environment());
    const shown: { catalog: string; version: string }[] = JSON.parse(stdout).catalogs;
    expect(shown.find(({ catalog }) => catalog === 'psa')?.version).toBe(before.version);
  });

  it('publishes a new build if the object store has lost the newest one, even if no rows have changed', async () => {
    await build();
    const { version } = await newest();
    const bucket = await new Objm(nats).open(`catalog-psa-${version}`);
    await bucket.destroy();
    const { result } = await build();
    expect(result.catalogs[0].unchanged).toBe(false);
    expect((await csvOf(result.catalogs[0])).length).toBe(result.catalogs[0].csv_bytes);
  });

  it('keeps the newest three builds and deletes the partial build left by a killed process', async () => {
    await new Objm(nats).create('catalog-psa-20010101T000000Z');
    const versions: string[] = [];
    for (let time = 0; time < 4; time += 1) {
      await addCards(1);
      versions.push((await build()).result.catalogs[0].version);
    }
    expect(new Set(versions).size).toBe(4);
    expect((await store.versions('psa')).map(({ version }) => version)).toEqual(
      versions.slice(1).reverse(),
    );
    expect(await buckets()).toEqual(versions.slice(1).map((version) => `catalog-psa-${version}`));
  });

  it('leaves the previous build available if the new build is killed', async () => {
    await build();
    const before = await newest();
    await addCards(1);
    const known = await buckets();
    const { run, proxy } = await stalledBuild('psa');
    expect((await buckets()).length).toBeGreaterThan(known.length);
    run.process.kill('SIGKILL');
    await run.ended;
    proxy.close();
    expect(await newest()).toEqual(before);
    const { result } = await build();
    expect(result.catalogs[0].rows).toBe(CARDS + 1);
    expect((await csvOf(result.catalogs[0])).length).toBe(result.catalogs[0].csv_bytes);
  });
});

describe('admin catalogs build: errors', () => {
  it.each([
    [{ NATS_URL: '' }, 'NATS_URL is not set'],
    [{ NATS_URL: 'nats://127.0.0.1:1' }, 'Cannot connect to NATS'],
    [{ SITE_URL: 'nowhere' }, 'SITE_URL must be a URL'],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/x' }, 'Cannot connect to the database'],
  ])('exits with 1 and prints the cause of the error for %p: %s', async (env, text) => {
    const { status, result } = await build(['psa'], env as Record<string, string>);
    expect([status, result.error]).toEqual([1, expect.stringContaining(text)]);
  });

  it('exits with 1 when NATS becomes unavailable during a build', async () => {
    const { status, stderr } = await interrupted.run.ended;
    expect([status, stderr]).toEqual([1, expect.stringContaining('error: ')]);
  });
});
