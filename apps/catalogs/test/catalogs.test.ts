import { type CatalogVersion, downloadCatalog, readCatalog } from '@gcd/contracts';
import { environmentOf, startApp } from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startOwnNats } from '@gcd/testing/own-nats.js';
import { openServices, type Services } from '@gcd/testing/service.js';

let services: Services;
beforeAll(async () => {
  services = await openServices();
});
afterAll(() => services?.close());

const json = (payload: Uint8Array) => JSON.parse(Buffer.from(payload).toString());

async function newest(): Promise<CatalogVersion> {
  const { status, payload } = await services.call(downloadCatalog, { catalog: 'psa' });
  expect(status).toBe(200);
  return json(payload)[0];
}

/** Reads a byte of a build, which is the newest one by default. */
async function read(offset: number, version?: string) {
  return services.call(readCatalog, {
    catalog: 'psa',
    file: 'cards',
    version: version ?? (await newest()).version,
    encoding: 'identity',
    offset,
    length: 1,
  });
}

describe('a catalog download', () => {
  it('returns 503 before the first build', async () => {
    const nats = await startOwnNats();
    const { options } = nats;
    const app = await startApp('catalogs', environmentOf('catalogs', options), options.logDir);
    const own = await openServices(options.natsUrl);
    const { status, body } = await own.get('/v1/catalogs/psa');
    expect([status, body.error.details]).toEqual([503, { reason: 'dependency' }]);
    await own.close();
    await app.stop();
    await nats.stop();
  });
});

describe('the operation that returns a byte range of a catalog', () => {
  it('rejects a byte range that ends beyond the file', async () => {
    const { bytes } = await newest();
    const { status, payload } = await read(bytes.identity);
    expect([status, json(payload).details]).toEqual([
      400,
      { parameter: 'length', reason: 'out_of_range' },
    ]);
  });

  it('returns 500 for a build that has been deleted', async () => {
    expect((await read(0, 'none')).status).toBe(500);
  });
});
