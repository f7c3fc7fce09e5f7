import { gunzipSync } from 'node:zlib';
import { GRADE_SCALES, type Grader } from '@gcd/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { fixtureCard, get, getFrom, testEnvironment } from '@gcd/testing/api.js';
import { query } from '@gcd/testing/database.js';
import { keyOf } from '@gcd/testing/key.js';
import { sendRequest } from '@gcd/testing/raw-http.js';

const CATALOGS = '/v1/catalogs';
const POKEMON = '/v1/catalogs/pokemon';
const PSA = '/v1/catalogs/psa';
const ALL = '/v1/catalogs/all';
const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
const asItIs = { 'accept-encoding': 'identity' };
const zipped = { 'accept-encoding': 'gzip' };

const getWith = (key: string, target: string) =>
  getFrom(testEnvironment('TEST_API_URL'), target, { 'x-api-key': key });

const rowsOf = (csv: string): Record<string, string>[] =>
  parse(csv, { columns: true, record_delimiter: '\r\n' });

describe('GET /v1/catalogs/{catalog}: 200', () => {
  it('fills the columns of each card, leaves missing fields empty, and ends rows with CRLF [S218]', async () => {
    const { body } = await get(POKEMON, asItIs);
    const [header, first, second] = body.split('\r\n');
    expect(header).toBe(
      'card_id,universal_card_id,grader,spec_id,category,year,set_name,name,card_number,parallel,subset,description,card_url,total_population,gem_total,gem_rate,last_population_change',
    );
    const own = fixtureCard('1b');
    const universal = fixtureCard('1a');
    expect(first).toBe(
      `${universal},${universal},psa,544027,Pokemon,1999,Pokemon Game,Charizard-Holo,4,,,1999 POKEMON GAME #4 CHARIZARD-HOLO,https://cards.example/card/${universal},1706,40,0.0234,2026-03-01`,
    );
    expect(second).toBe(
      `${own},${universal},beckett,77001,Pokemon,1999,Pokemon Base,Charizard,4,Unlimited,,1999 Pokemon Base Unlimited #4 Charizard HOLO R,https://cards.example/card/${universal},153,23,0.1503,2026-02-15`,
    );
    expect(body.endsWith('\r\n')).toBe(true);
  });

  it.each(['', '-populations'])(
    'sends the documented headers, and the same CSV compressed with gzip, with its own ETag: pokemon%s',
    async (file) => {
      const target = POKEMON + file.replace('-', '/');
      const plain = await sendRequest(target, asItIs);
      const { headers, bytes } = await sendRequest(target, zipped);
      const day = new Date(String(headers['last-modified'])).toISOString().slice(0, 10);
      for (const response of [plain, { headers, bytes }]) {
        expect(response.headers).toMatchObject({
          'content-type': CSV_TYPE,
          'content-disposition': `attachment; filename="pokemon${file}-${day}.csv"`,
          'accept-ranges': 'bytes',
          'content-length': String(response.bytes.length),
          etag: expect.stringMatching(/^"pokemon(-populations)?-[\w-]+"$/),
          vary: expect.stringContaining('accept-encoding'),
        });
      }
      expect(headers['content-encoding']).toBe('gzip');
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(headers.etag).not.toBe(plain.headers.etag);
      expect(gunzipSync(bytes)).toEqual(plain.bytes);
      expect((await sendRequest(target)).bytes).toEqual(plain.bytes);
    },
  );

  it.each([asItIs, zipped])(
    'returns the GET headers and no body for HEAD with %p, and ignores ranges',
    async (how) => {
      const full = await sendRequest(POKEMON, how);
      const ranged = { ...how, range: 'bytes=0-9' };
      const head = await sendRequest(POKEMON, ranged, { method: 'HEAD' });
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      for (const name of ['content-length', 'content-type', 'content-encoding', 'etag']) {
        expect([name, head.headers[name]]).toEqual([name, full.headers[name]]);
      }
    },
  );
});

describe('GET /v1/catalogs/{catalog}: 206', () => {
  it.each([asItIs, zipped])('returns a byte range with %p', async (how) => {
    const whole = await sendRequest(POKEMON, how);
    const last = whole.bytes.length - 9;
    const part = await sendRequest(POKEMON, { ...how, range: `bytes=7-${last}` });
    expect(part.status).toBe(206);
    expect(part.bytes).toEqual(whole.bytes.subarray(7, last + 1));
    expect(part.headers).toMatchObject({
      'content-range': `bytes 7-${last}/${whole.bytes.length}`,
      'content-length': String(last - 6),
      'content-type': CSV_TYPE,
      etag: whole.headers.etag,
    });
    expect(part.headers['content-encoding']).toBe(whole.headers['content-encoding']);
  });
});

describe('GET /v1/catalogs/{catalog}: 304', () => {
  it("returns 304 if If-None-Match matches the encoding's ETag, or if the file is not newer than If-Modified-Since", async () => {
    const { headers } = await get(POKEMON, asItIs);
    const etag = headers.get('etag') ?? '';
    const same = await get(POKEMON, { ...asItIs, 'if-none-match': etag });
    expect([same.status, same.body, same.headers.get('etag')]).toEqual([304, null, etag]);
    expect(same.headers.get('content-length')).toBeNull();
    const since = headers.get('last-modified') ?? '';
    expect((await get(POKEMON, { ...asItIs, 'if-modified-since': since })).status).toBe(304);
    expect((await get(POKEMON, { ...zipped, 'if-none-match': etag })).status).toBe(200);
  });
});

describe('GET /v1/catalogs/{catalog}: 403', () => {
  const keys = new Map<string, string>();
  beforeAll(async () => {
    for (const catalog of ['psa', 'pokemon', 'all', 'none']) {
      keys.set(catalog, await keyOf({ catalogs: catalog === 'none' ? [] : [catalog] }));
    }
  });

  it.each([
    ['psa', PSA, 200],
    ['psa', POKEMON, 403],
    ['pokemon', POKEMON, 200],
    ['pokemon', PSA, 403],
    ['none', POKEMON, 403],
    ['all', `${ALL}/populations`, 200],
    ['all', `${POKEMON}/populations`, 403],
  ])(
    'for a key with access to %s, the catalog %s returns %i [S219 S225 S226]',
    async (catalog, target, expected) => {
      const response = await getWith(keys.get(catalog) ?? '', target);
      expect(response.status).toBe(expected);
      if (expected === 403) {
        const { code, message, details } = response.body.error;
        expect([code, details]).toEqual(['forbidden', { catalog: target.split('/')[3] }]);
        expect(message).toMatch(/catalog `(psa|pokemon)`.*Ask your provider.*`\/v1\/catalogs`/);
      }
    },
  );
});

describe('GET /v1/catalogs/{catalog}: 404', () => {
  it.each(['sgc', 'PSA', 'psa.csv', 'sgc/populations', 'all/history'])(
    'returns 404 for the catalog %j [S219]',
    async (name) => {
      const { status, body } = await get(`/v1/catalogs/${name}`);
      expect([status, body.error.code]).toEqual([404, 'not_found']);
    },
  );
});

describe('GET /v1/catalogs/{catalog}: 416', () => {
  it('returns 416 with an error envelope for a range that starts beyond the end of the file', async () => {
    const length = (await get(POKEMON, asItIs)).headers.get('content-length');
    const range = `bytes=${length}-`;
    const { status, headers, body } = await get(POKEMON, { ...asItIs, range });
    expect([status, headers.get('content-range')]).toEqual([416, `bytes */${length}`]);
    expect(body.error).toMatchObject({
      code: 'bad_request',
      details: { type: 'range_not_satisfiable' },
    });
  });
});

describe('GET /v1/catalogs/{catalog}/populations: 200', () => {
  it.each([
    [POKEMON, "category = 'Pokemon'"],
    [PSA, "grader = 'psa'"],
    [`${POKEMON}/populations`, "category = 'Pokemon'"],
    [`${ALL}/populations`, 'true'],
    ['/v1/catalogs/psa/populations', "grader = 'psa'"],
  ])(
    'lists each card in the catalog %s once, ordered by card id [S13 S124 S217 S218]',
    async (target, condition) => {
      const { status, body } = await get(target, asItIs);
      const expected = await query<{ id: string }>(
        testEnvironment('TEST_FIXTURE_DATABASE_URL'),
        `select encode(card_id, 'hex') as id from cards where ${condition} order by card_id`,
      );
      expect(status).toBe(200);
      expect(rowsOf(body).map(({ card_id }) => card_id)).toEqual(expected.map(({ id }) => id));
    },
  );

  it('returns the same counts as card population, omitting zeros', async () => {
    for (const row of rowsOf((await get(`${ALL}/populations`, asItIs)).body)) {
      const grader = row.grader as Grader;
      const { body } = await get(`/v1/cards/${row.card_id}/population?grader=${grader}`);
      const { population_data: data, graders } = body.data.population;
      const counts = data.by_grader[grader];
      const { grades, qualifiers } = GRADE_SCALES[grader];
      const nonZero = (keys: readonly { key: string }[], of: Record<string, number> = {}) =>
        JSON.stringify(
          Object.fromEntries(keys.flatMap(({ key }) => (of[key] ? [[key, of[key]]] : []))),
        );
      expect(graders[grader].card_id).toBe(row.card_id);
      expect(row).toEqual({
        card_id: row.card_id,
        universal_card_id: body.data.universal_card_id ?? '',
        grader,
        total: String(counts.total),
        gem_total: String(counts.gem_total),
        data_last_updated: data.data_last_updated ?? '',
        last_population_change: data.last_population_change ?? '',
        grades: nonZero(grades, counts.grades),
        qualifiers: nonZero(qualifiers, counts.qualifiers),
      });
    }
  });

  it.each(['', '/populations'])(
    'sets X-Change-Cursor to the end of the feed at build time, at /v1/catalogs/{catalog}%s',
    async (file) => {
      const { headers } = await get(`/v1/catalogs/all${file}`, asItIs);
      const cursor = headers.get('x-change-cursor') ?? '';
      const exposed = headers.get('access-control-expose-headers')?.split(', ');
      expect(exposed).toContain('X-Change-Cursor');
      const { status, body } = await get(`/v1/cards/population/changes?cursor=${cursor}`);
      expect([status, body.data.card_ids, body.data.next_cursor]).toEqual([200, [], cursor]);
      for (const how of [{ range: 'bytes=0-9' }, { 'if-none-match': headers.get('etag') ?? '' }]) {
        const again = await get(`/v1/catalogs/all${file}`, { ...asItIs, ...how });
        expect(again.headers.get('x-change-cursor')).toBe(cursor);
      }
    },
  );
});

describe('GET /v1/catalogs: 200', () => {
  it('lists each catalog with its size, age and cursor', async () => {
    const { status, body } = await get(CATALOGS);
    expect([status, body.meta.pagination]).toEqual([
      200,
      { page: 1, page_size: 3, total: 3, total_pages: 1 },
    ]);
    for (const row of body.data) {
      const file = await get(`${CATALOGS}/${row.catalog}`, { 'accept-encoding': 'identity' });
      expect(row).toEqual({
        catalog: row.catalog,
        rows: file.body.trimEnd().split('\r\n').length - 1,
        bytes: Buffer.byteLength(file.body),
        built_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        change_cursor: file.headers.get('x-change-cursor'),
        allowed: true,
      });
      expect(new Date(row.built_at).toUTCString()).toBe(file.headers.get('last-modified'));
    }
    expect(body.data.map(({ catalog }: { catalog: string }) => catalog)).toEqual([
      'psa',
      'pokemon',
      'all',
    ]);
  });

  it('shows whether the key may download each catalog', async () => {
    const key = await keyOf({ catalogs: ['pokemon'], base: 5 });
    const response = await getWith(key, CATALOGS);
    expect(response.body.data.map(({ allowed }: { allowed: boolean }) => allowed)).toEqual([
      false,
      true,
      false,
    ]);
    expect(response.headers.get('x-ratelimit-bucket')).toBe('base');
    expect(response.headers.get('etag')).not.toBe((await get(CATALOGS)).headers.get('etag'));
  });
});
