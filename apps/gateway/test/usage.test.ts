import { describe, expect, it } from '@jest/globals';
import { addAccount } from '@gcd/testing/account.js';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';

const USAGE = '/v1/usage';

async function client() {
  const { key } = await addAccount(testEnvironment('TEST_FIXTURE_DATABASE_URL'), { base: 10 });
  const address = testEnvironment('TEST_API_URL');
  return {
    get: (target: string, headers: Record<string, string> = {}) =>
      getFrom(address, target, { 'x-api-key': key, ...headers }),
    head: (target: string) =>
      fetch(address + target, { method: 'HEAD', headers: { 'x-api-key': key } }),
  };
}

describe('GET /v1/usage', () => {
  it('sends an ETag, and returns 304 until the usage changes', async () => {
    const { get } = await client();
    const etag = (await get(USAGE)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    const unchanged = await get(USAGE, { 'if-none-match': etag });
    expect([unchanged.status, unchanged.body, unchanged.headers.get('etag')]).toEqual([
      304,
      null,
      etag,
    ]);
    await get('/v1/certs/psa/10000001');
    expect((await get(USAGE, { 'if-none-match': etag })).status).toBe(200);
  });

  it('is never charged, regardless of the outcome', async () => {
    const { get, head } = await client();
    await get(USAGE);
    await get(USAGE, { 'if-none-match': '*' });
    await get(`${USAGE}?color=red`, { prefer: 'handling=strict' });
    await head(USAGE);
    const { headers, body } = await get(USAGE);
    expect(body.data.buckets).toMatchObject([{ bucket: 'base', used: 0, remaining: 10 }]);
    expect(headers.get('x-ratelimit-bucket')).toBeNull();
  });
});
