import { GRADE_SCALES, type Grader } from '@gcd/contracts';
import { runAdmin } from '@gcd/local';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { get, getFrom, testEnvironment } from '@gcd/testing/api.js';
import { query } from '@gcd/testing/database.js';

const POKEMON = '/v1/catalogs/pokemon/populations';
const ALL = '/v1/catalogs/all/populations';
const HEADER =
  'card_id,universal_card_id,grader,total,gem_total,data_last_updated,last_population_change,grades,qualifiers';
const asItIs = { 'accept-encoding': 'identity' };

const rowsOf = (csv: string): Record<string, string>[] =>
  parse(csv, { columns: true, record_delimiter: '\r\n' });

describe('GET /v1/catalogs/{catalog}/populations: 200', () => {
  it.each([
    [POKEMON, "category = 'Pokemon'"],
    [ALL, 'true'],
    ['/v1/catalogs/psa/populations', "grader = 'psa'"],
  ])('lists each card in the catalog %s once, ordered by card id', async (target, condition) => {
    const { status, body } = await get(target, asItIs);
    const expected = await query<{ id: string }>(
      testEnvironment('TEST_FIXTURE_DATABASE_URL'),
      `select encode(card_id, 'hex') as id from cards where ${condition} order by card_id`,
    );
    expect([status, body.split('\r\n', 1)[0]]).toEqual([200, HEADER]);
    expect(rowsOf(body).map(({ card_id }) => card_id)).toEqual(expected.map(({ id }) => id));
  });

  it('returns the same counts as card population, omitting zeros', async () => {
    for (const row of rowsOf((await get(ALL, asItIs)).body)) {
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

describe('GET /v1/catalogs/{catalog}/populations: 403 and 404', () => {
  let key: string;
  beforeAll(async () => {
    const create = ['keys', 'create', '--plan', 'test', '--catalogs', 'all'];
    const env = { DATABASE_URL: testEnvironment('TEST_FIXTURE_DATABASE_URL') };
    key = (await runAdmin<{ key: string }>(create, env)).key;
  });

  it.each([
    ['/v1/catalogs/all', 200],
    [ALL, 200],
    ['/v1/catalogs/psa', 403],
    [POKEMON, 403],
    ['/v1/catalogs/sgc/populations', 404],
    ['/v1/catalogs/all/history', 404],
  ])(
    'for %s, returns %i to a key that may download only the catalog `all`',
    async (target, expected) => {
      const headers = { 'x-api-key': key };
      const { status, body } = await getFrom(testEnvironment('TEST_API_URL'), target, headers);
      expect(status).toBe(expected);
      const code = { 200: undefined, 403: 'forbidden', 404: 'not_found' }[expected];
      expect(body.error?.code).toBe(code);
    },
  );
});
