import { gunzipSync } from 'node:zlib';
import { runAdmin } from '@gcd/local';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { fixtureCard, get, getFrom, testEnvironment } from '@gcd/testing/api.js';
import { query } from '@gcd/testing/database.js';
import { sendRequest } from '@gcd/testing/raw-http.js';

const POKEMON = '/v1/catalogs/pokemon';
const PSA = '/v1/catalogs/psa';
const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
const asItIs = { 'accept-encoding': 'identity' };
const zipped = { 'accept-encoding': 'gzip' };

const rowsOf = (csv: string): Record<string, string>[] =>
  parse(csv, { columns: true, record_delimiter: '\r\n' });

describe('GET /v1/catalogs/{catalog}: 200', () => {
  it('with the catalog pokemon, lists every grader card in the category Pokemon once, ordered by card id [S13 S124]', async () => {
    const { status, body } = await get(POKEMON, asItIs);
    const expected = await query<{ id: string }>(
      testEnvironment('TEST_FIXTURE_DATABASE_URL'),
      "select encode(card_id, 'hex') as id from cards where category = 'Pokemon' order by card_id",
    );
    expect(status).toBe(200);
    expect(rowsOf(body).map(({ card_id }) => card_id)).toEqual(expected.map(({ id }) => id));
    expect(new Set(rowsOf(body).map(({ grader }) => grader))).toEqual(
      new Set(['psa', 'beckett', 'sgc', 'cgc']),
    );
  });

  it('with the catalog psa, lists every PSA card, in any category [S217 S218]', async () => {
    const rows = rowsOf((await get(PSA, asItIs)).body);
    expect(rows.map(({ card_id }) => card_id)).toEqual(
      ['1a', '2a', '4a', '5a'].map((name) => fixtureCard(name)),
    );
  });

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

  it('returns the same counts as card population in the last four columns', async () => {
    for (const row of rowsOf((await get(POKEMON, asItIs)).body)) {
      const { body } = await get(`/v1/cards/${row.card_id}/population?grader=${row.grader}`);
      const counts = body.data.population.population_data.by_grader[row.grader ?? ''];
      expect([row.total_population, row.gem_total, row.gem_rate]).toEqual(
        [counts.total, counts.gem_total, counts.gem_rate].map(String),
      );
      expect(row.last_population_change).toBe(counts.last_population_change ?? '');
    }
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

  it('returns the range if If-Range matches the file, otherwise the whole file', async () => {
    const { headers } = await get(POKEMON, asItIs);
    const ask = async (ifRange: string) => {
      const response = await get(POKEMON, { ...asItIs, range: 'bytes=5-9', 'if-range': ifRange });
      return [response.status, response.body.length];
    };
    const length = Number(headers.get('content-length'));
    expect(await ask(headers.get('etag') ?? '')).toEqual([206, 5]);
    expect(await ask(headers.get('last-modified') ?? '')).toEqual([206, 5]);
    expect((await ask('"other"'))[0]).toBe(200);
    expect((await get(POKEMON, asItIs)).headers.get('content-length')).toBe(String(length));
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
    const env = { DATABASE_URL: testEnvironment('TEST_FIXTURE_DATABASE_URL') };
    for (const catalog of ['psa', 'pokemon', 'none']) {
      const approval = catalog === 'none' ? [] : ['--catalogs', catalog];
      const create = ['keys', 'create', '--plan', 'test', ...approval];
      keys.set(catalog, (await runAdmin<{ key: string }>(create, env)).key);
    }
  });

  it.each([
    ['psa', PSA, 200],
    ['psa', POKEMON, 403],
    ['pokemon', POKEMON, 200],
    ['pokemon', PSA, 403],
    ['none', POKEMON, 403],
  ])(
    'for a key with access to %s, the catalog %s returns %i [S219 S225 S226]',
    async (catalog, target, expected) => {
      const headers = { 'x-api-key': keys.get(catalog) ?? '' };
      const response = await getFrom(testEnvironment('TEST_API_URL'), target, headers);
      expect(response.status).toBe(expected);
      if (expected === 403) {
        const { code, message, details } = response.body.error;
        expect([code, details]).toEqual(['forbidden', { catalog: target.split('/').at(-1) }]);
        expect(message).toMatch(/catalog `(psa|pokemon)`.*Ask your provider.*`\/v1\/catalogs`/);
      }
    },
  );
});

describe('GET /v1/catalogs/{catalog}: 404', () => {
  it.each(['sgc', 'PSA', 'psa.csv'])('returns 404 for the catalog %j [S219]', async (name) => {
    const { status, body } = await get(`/v1/catalogs/${name}`);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  });
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
