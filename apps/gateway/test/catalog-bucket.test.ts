import { readdirSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { environmentOf, type RunningApp, type StackOptions, startApp } from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import S3rver from 's3rver';
import { runAdmin } from '@gcd/testing/admin-process.js';
import { query } from '@gcd/testing/database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { createMigratedDatabase } from '@gcd/testing/migrated-database.js';
import { type OwnNats, startOwnNats } from '@gcd/testing/own-nats.js';
import { type RawHttpOptions, sendRequest } from '@gcd/testing/raw-http.js';

const PSA = '/v1/catalogs/psa';
// Number of cards, large enough that the compressed file has several chunks.
const CARDS = 40_000;

let directory: string;
let bucket: S3rver;
let port: number;
let nats: OwnNats;
let gateway: RunningApp;
let catalogs: RunningApp;
let env: Record<string, string>;
let address: string;
let options: StackOptions;

const startBucket = async (onPort: number): Promise<S3rver> => {
  const server = new S3rver({
    address: '127.0.0.1',
    port: onPort,
    silent: true,
    directory: path.join(directory, 'objects'),
    configureBuckets: [{ name: 'catalogs' }],
  });
  ({ port } = await server.run());
  return server;
};

const addCards = (count: number, grader: string): Promise<unknown> =>
  query(
    env.DATABASE_URL as string,
    `insert into cards (card_id, grader, description, category, name, set_name)
     select substr(sha224(random()::text::bytea), 1, 20), $2::grader, 'Card ' || n,
       case $2 when 'psa' then 'Baseball' else 'Pokemon' end, md5(random()::text), md5(n::text)
     from generate_series(1, $1::int) n`,
    [count, grader],
  );

const build = (catalog: string) =>
  runAdmin<{ catalogs: { version: string; rows: number; unchanged: boolean }[] }>(
    ['catalogs', 'build', catalog],
    env,
  );

const get = (target: string, headers: Record<string, string> = {}, how: RawHttpOptions = {}) =>
  sendRequest(target, headers, { address, ...how });

beforeAll(async () => {
  nats = await startOwnNats({ settingsOf: (app) => (app === 'catalogs' ? env : {}) });
  ({ directory, options } = nats);
  bucket = await startBucket(0);
  env = {
    DATABASE_URL: await createMigratedDatabase('gcd_bucket'),
    CATALOGS_S3_URL: `http://127.0.0.1:${port}/catalogs`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  };
  [gateway, catalogs] = await Promise.all([
    startApp('gateway', environmentOf('gateway', options), options.logDir),
    startApp('catalogs', environmentOf('catalogs', options), options.logDir),
  ]);
  address = `http://127.0.0.1:${gateway.port}`;
});
afterAll(async () => {
  await gateway?.stop();
  await catalogs?.stop();
  await bucket?.close();
  await nats?.stop();
});

describe('catalogs in an S3 bucket', () => {
  it('keep the service from being ready while its credentials are wrong', async () => {
    const denied = await startApp(
      'catalogs',
      { ...environmentOf('catalogs', options), ...env, AWS_ACCESS_KEY_ID: 'unknown' },
      path.join(directory, 'denied'),
    );
    const get = (app: RunningApp, target: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${app.healthPort}${target}`);
    try {
      await eventually(async () => {
        const metrics = await (await get(denied, '/metrics')).text();
        expect(metrics).toMatch(/^gcd_dependency_failures_total{dependency="bucket"} [1-9]/m);
      });
      expect((await get(denied, '/health/ready')).status).toBe(503);
      expect((await get(denied, '/health/live')).status).toBe(200);
      expect((await get(catalogs, '/health/ready')).status).toBe(200);
    } finally {
      await denied.stop();
    }
  });

  it('can be downloaded in both encodings, and by range', async () => {
    await addCards(CARDS, 'psa');
    await build('psa');
    const identity = await get(PSA, { 'accept-encoding': 'identity' });
    const gzip = await get(PSA, { 'accept-encoding': 'gzip' });
    const rows: unknown[] = parse(identity.bytes, { columns: true });
    expect([identity.status, rows.length]).toEqual([200, CARDS]);
    expect(gunzipSync(gzip.bytes).equals(identity.bytes)).toBe(true);
    expect(gzip.bytes.length).toBeGreaterThan(2 * 1024 * 1024);
    expect(gzip.headers['content-encoding']).toBe('gzip');

    const { etag = '' } = gzip.headers;
    const last = gzip.bytes.length - 5;
    const rest = await get(PSA, {
      'accept-encoding': 'gzip',
      range: `bytes=${last}-`,
      'if-range': etag,
    });
    expect([rest.status, rest.bytes]).toEqual([206, gzip.bytes.subarray(last)]);
  });

  it('are downloaded from a signed URL if redirects are on', async () => {
    const app = await startApp(
      'catalogs',
      { ...environmentOf('catalogs', options), CATALOGS_REDIRECT_SECONDS: '60' },
      path.join(directory, 'redirecting'),
    );
    await catalogs.stop();
    try {
      const gzip = { 'accept-encoding': 'gzip' };
      await eventually(async () => expect((await get(PSA, gzip)).status).toBe(302));
      const redirect = await get(PSA, gzip);
      const { location = '', etag = '' } = redirect.headers;
      expect(redirect.headers['x-change-cursor']).toMatch(/^[\w-]+$/);
      expect(redirect.bytes).toHaveLength(0);
      const bucketResponse = await fetch(location);
      expect(bucketResponse.headers.get('content-type')).toMatch(/^text\/csv/);
      expect(bucketResponse.headers.get('content-encoding')).toBe('gzip');
      const whole = await get(PSA, { 'accept-encoding': 'identity' });
      expect(whole.status).toBe(200);
      expect(Buffer.from(await bucketResponse.arrayBuffer()).equals(whole.bytes)).toBe(true);
      expect(location).toContain('X-Amz-Expires=60');

      const resumed = { ...gzip, range: 'bytes=10-', 'if-range': etag };
      expect((await get(PSA, resumed)).status).toBe(302);
      // A bucket that ignores `If-Range` would send a part of another build.
      const outdated = await get(PSA, { ...resumed, 'if-range': '"psa-old-gzip"' });
      expect(outdated.status).toBe(200);
      expect(gunzipSync(outdated.bytes).equals(whole.bytes)).toBe(true);
      expect((await get(PSA, { ...gzip, 'if-none-match': etag })).status).toBe(304);
      expect((await get(PSA, gzip, { method: 'HEAD' })).status).toBe(200);
    } finally {
      await app.stop();
      catalogs = await startApp('catalogs', environmentOf('catalogs', options), options.logDir);
    }
  });

  it('keep their three newest builds, and are not built again if no rows have changed', async () => {
    const versions: string[] = [];
    for (let number = 1; number <= 4; number += 1) {
      await addCards(1, 'cgc');
      const [built] = (await build('pokemon')).catalogs;
      expect([built?.rows, built?.unchanged]).toEqual([number, false]);
      versions.push(String(built?.version));
    }
    expect((await build('pokemon')).catalogs[0]).toMatchObject({
      version: versions[3],
      unchanged: true,
    });
    const listed = await runAdmin<{ catalogs: { catalog: string; version: string }[] }>(
      ['catalogs', 'list'],
      env,
    );
    const kept = listed.catalogs.filter(({ catalog }) => catalog === 'pokemon');
    expect(kept.map(({ version }) => version)).toEqual(versions.slice(1).reverse());
    const files = readdirSync(path.join(directory, 'objects/catalogs/pokemon'));
    expect(files.filter((file) => file.endsWith('.csv.gz._S3rver_object'))).toHaveLength(3);
  });

  it('cannot be built with wrong credentials', async () => {
    const other = { ...env, AWS_ACCESS_KEY_ID: 'unknown' };
    await expect(runAdmin(['catalogs', 'build', 'pokemon'], other)).rejects.toThrow();
    const none = { ...env, AWS_SECRET_ACCESS_KEY: '' };
    await expect(runAdmin(['catalogs', 'build', 'pokemon'], none)).rejects.toThrow();
    expect((await get('/v1/catalogs/pokemon')).status).toBe(200);
  });

  it('return 503 while the bucket is unavailable', async () => {
    const before = port;
    await bucket.close();
    await eventually(async () => expect((await get(PSA)).status).toBe(503), 30_000);
    bucket = await startBucket(before);
    await eventually(async () => expect((await get(PSA)).status).toBe(200), 30_000);
  });
});
