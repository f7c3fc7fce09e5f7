import { createApiKey } from '@gcd/auth';
import { addAccount } from '@gcd/testing/account.js';
import { runAdmin } from '@gcd/testing/admin-process.js';
import { describe, expect, it } from '@jest/globals';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';

const API_URL = testEnvironment('TEST_API_URL');
const KEY = testEnvironment('TEST_API_KEY');
const TARGET = '/v1/certs/psa/10000001';
const withKey = (key: string): ReturnType<typeof getFrom> =>
  getFrom(API_URL, TARGET, { 'x-api-key': key });

const env = {
  DATABASE_URL: testEnvironment('TEST_FIXTURE_DATABASE_URL'),
  NATS_URL: testEnvironment('TEST_NATS_URL'),
};

const createKey = () => addAccount(env.DATABASE_URL);

describe('authentication: 200', () => {
  it('accepts both secrets after a rotation with a grace period', async () => {
    const { id, key } = await createKey();
    const rotated = await runAdmin<{ key: string }>(['keys', 'rotate', id, '--grace', '1'], env);
    expect(rotated.key).not.toBe(key);
    expect((await withKey(rotated.key)).status).toBe(200);
    expect((await withKey(key)).status).toBe(200);
  });

  it('accepts a key that was enabled again', async () => {
    const { id, key } = await createKey();
    await runAdmin(['keys', 'disable', id], env);
    await eventually(async () => expect((await withKey(key)).status).toBe(401));
    await runAdmin(['keys', 'enable', id], env);
    await eventually(async () => expect((await withKey(key)).status).toBe(200));
  });
});

describe('authentication: 401', () => {
  const rejected = { code: 'invalid_api_key', message: expect.stringContaining('x-api-key') };

  it('rejects a request without a key [S132 S222 S224 S236 S243]', async () => {
    const { status, body, headers } = await getFrom(API_URL, TARGET);
    expect(status).toBe(401);
    expect(body).toEqual({ error: rejected, meta: { request_id: headers.get('x-request-id') } });
  });

  it.each([
    ['an empty key', ''],
    ['text that is not a key', 'secret'],
    ['a well-formed key that does not exist', createApiKey().key],
    ['a wrong checksum', `${createApiKey().key.slice(0, -1)}!`],
  ])('rejects %s [S224]', async (_what, key) => {
    const { status, body } = await withKey(key);
    expect(status).toBe(401);
    expect(body.error).toEqual(rejected);
  });

  it('rejects a known key id with a wrong secret [S224]', async () => {
    const { id } = await createKey();
    expect((await withKey(createApiKey(id).key)).status).toBe(401);
  });

  it('rejects the old secret after a rotation without a grace period [S224]', async () => {
    const { id, key } = await createKey();
    const rotated = await runAdmin<{ key: string }>(['keys', 'rotate', id], env);
    expect((await withKey(rotated.key)).status).toBe(200);
    expect((await withKey(key)).status).toBe(401);
  });

  it.each<[string, Record<string, string>, string]>([
    ['an Authorization: Bearer header', { authorization: `Bearer ${KEY}` }, ''],
    ['an Authorization: Basic header', { authorization: `Basic ${btoa(`${KEY}:`)}` }, ''],
    ['an Authorization: ApiKey header', { authorization: `ApiKey ${KEY}` }, ''],
    ['a cookie', { cookie: `x-api-key=${KEY}` }, ''],
    ['another header', { 'api-key': KEY }, ''],
    ['the query parameter x-api-key', {}, `?x-api-key=${KEY}`],
    ['the query parameter api_key', {}, `?api_key=${KEY}`],
  ])('rejects a valid key in %s [S224 S227]', async (_where, headers, query) => {
    const { status, body } = await getFrom(API_URL, TARGET + query, headers);
    expect([status, body.error]).toEqual([401, rejected]);
  });

  it('rejects an invalid key before it checks the parameters [S224]', async () => {
    const { body } = await getFrom(API_URL, '/v1/certs/ace/1?psa_dna=x');
    expect(body.error.code).toBe('invalid_api_key');
  });

  it('requires a key even for a path that does not exist [S224]', async () => {
    const { status, body } = await getFrom(API_URL, '/v1/nothing/here');
    expect([status, body.error.code]).toEqual([401, 'invalid_api_key']);
  });
});
