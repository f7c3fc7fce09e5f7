import { describe, expect, it } from '@jest/globals';
import { addAccount } from '@gcd/testing/account.js';
import { get, getFrom, testEnvironment } from '@gcd/testing/api.js';

const CATALOGS = '/v1/catalogs';

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
    const database = testEnvironment('TEST_FIXTURE_DATABASE_URL');
    const { key } = await addAccount(database, { catalogs: ['pokemon'], base: 5 });
    const response = await getFrom(testEnvironment('TEST_API_URL'), CATALOGS, { 'x-api-key': key });
    expect(response.body.data.map(({ allowed }: { allowed: boolean }) => allowed)).toEqual([
      false,
      true,
      false,
    ]);
    expect(response.headers.get('x-ratelimit-bucket')).toBe('base');
    expect(response.headers.get('etag')).not.toBe((await get(CATALOGS)).headers.get('etag'));
  });
});
