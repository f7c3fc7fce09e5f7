import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  CATALOGS,
  type CatalogEncoding,
  type CatalogVersion,
  downloadCatalog,
  downloadCatalogPopulations,
  listCatalogs,
  readCatalog,
} from '@gcd/contracts';
import { asRole, cursorKeysFile, environmentOf, startApp, startNats } from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { testEnvironment } from '@gcd/testing/api.js';
import { openServices, type Services } from '@gcd/testing/service.js';

let services: Services;
beforeAll(async () => {
  services = await openServices();
});
afterAll(() => services?.close());

const json = (payload: Uint8Array) => JSON.parse(Buffer.from(payload).toString());

async function newest(operation = downloadCatalog): Promise<CatalogVersion> {
  const { status, payload } = await services.call(operation, { catalog: 'psa' });
  expect(status).toBe(200);
  return json(payload)[0];
}

/** Reads a range of bytes of the newest build. */
async function read(encoding: CatalogEncoding, offset: number, length: number, version?: string) {
  return services.call(readCatalog, {
    catalog: 'psa',
    file: 'cards',
    version: version ?? (await newest()).version,
    encoding,
    offset,
    length,
  });
}

async function whole(encoding: CatalogEncoding): Promise<Uint8Array> {
  const { bytes } = await newest();
  return (await read(encoding, 0, bytes[encoding])).payload;
}

describe('the list of catalogs', () => {
  it('contains only the newest build of each catalog', async () => {
    const { status, payload, meta } = await services.call(listCatalogs, {});
    expect([status, JSON.parse(meta ?? '').total]).toEqual([200, CATALOGS.length]);
    const rows: Record<string, unknown>[] = json(payload);
    expect(rows.map(({ catalog }) => catalog)).toEqual(CATALOGS);
    expect(rows.find(({ catalog }) => catalog === 'psa')).toEqual({
      catalog: 'psa',
      rows: expect.any(Number),
      bytes: (await newest()).bytes.identity,
      built_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      change_cursor: expect.stringMatching(/^[\w-]+$/),
    });
  });
});

describe('a catalog download', () => {
  it('has the size shown in the list of catalogs, in each encoding', async () => {
    const { bytes } = await newest();
    expect((await whole('identity')).length).toBe(bytes.identity);
    expect((await whole('gzip')).length).toBe(bytes.gzip);
  });

  it('provides populations as a separate file', async () => {
    const populations = await newest(downloadCatalogPopulations);
    expect(populations.bytes).not.toEqual((await newest()).bytes);
  });

  it('returns 503 before the first build', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'gcd-no-catalogs-'));
    const nats = await startNats({
      dir: path.join(directory, 'nats'),
      keep: false,
      log: () => undefined,
    });
    const options = {
      databaseAs: asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL')),
      natsUrl: nats.url,
      redisUrl: testEnvironment('TEST_REDIS_URL'),
      logDir: path.join(directory, 'logs'),
      cursorKeysFile: cursorKeysFile(directory),
    };
    const app = await startApp('catalogs', environmentOf('catalogs', options), options.logDir);
    const own = await openServices(nats.url);
    const { status, body } = await own.get('/v1/catalogs/psa');
    expect([status, body.error.details]).toEqual([503, { reason: 'dependency' }]);
    await own.close();
    await app.stop();
    await nats.stop();
  });
});

describe('the operation that returns a byte range of a catalog', () => {
  it('returns the same rows in both encodings', async () => {
    const csv = Buffer.from(await whole('identity'));
    expect(gunzipSync(await whole('gzip')).equals(csv)).toBe(true);
    const rows: Record<string, string>[] = parse(csv, { columns: true });
    expect(rows.map(({ grader }) => grader)).not.toContain('cgc');
    expect(rows.length).toBeGreaterThan(0);
  });

  it.each<CatalogEncoding>(['identity', 'gzip'])(
    'returns exactly the requested bytes for any range: %s',
    async (encoding) => {
      const all = await whole(encoding);
      for (const [offset, length] of [
        [0, 1],
        [1, all.length - 1],
        [Math.floor(all.length / 2), 100],
        [all.length - 1, 1],
      ] as const) {
        const { status, payload } = await read(encoding, offset, length);
        expect([offset, status]).toEqual([offset, 200]);
        expect(Buffer.from(payload)).toEqual(Buffer.from(all.slice(offset, offset + length)));
      }
    },
  );

  it('rejects a byte range that ends beyond the file', async () => {
    const { bytes } = await newest();
    const { status, payload } = await read('identity', bytes.identity, 1);
    expect([status, json(payload).details]).toEqual([
      400,
      { parameter: 'length', reason: 'out_of_range' },
    ]);
  });

  it('returns 500 for a build that has been deleted', async () => {
    expect((await read('identity', 0, 1, 'none')).status).toBe(500);
  });
});
