import { createApiKey } from '@gcd/auth';
import { runAdmin } from '@gcd/local';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';

const TARGET = '/v1/certs/psa/10000001';
const withKey = (key: string): ReturnType<typeof getFrom> =>
  getFrom(testEnvironment('TEST_API_URL'), TARGET, { 'x-api-key': key });

let env: NodeJS.ProcessEnv;
beforeAll(() => {
  env = {
    DATABASE_URL: testEnvironment('TEST_FIXTURE_DATABASE_URL'),
    NATS_URL: testEnvironment('TEST_NATS_URL'),
  };
});

const createKey = (...args: string[]): Promise<{ id: string; key: string }> =>
  runAdmin(['keys', 'create', '--plan', 'test', ...args], env);

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
    const { status, body, headers } = await getFrom(testEnvironment('TEST_API_URL'), TARGET);
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

  it.each([
    [
      'an Authorization: Bearer header',
      (key: string) => ({ headers: { authorization: `Bearer ${key}` } }),
    ],
    [
      'an Authorization: Basic header',
      (key: string) => ({ headers: { authorization: `Basic ${btoa(`${key}:`)}` } }),
    ],
    [
      'an Authorization: ApiKey header',
      (key: string) => ({ headers: { authorization: `ApiKey ${key}` } }),
    ],
    ['a cookie', (key: string) => ({ headers: { cookie: `x-api-key=${key}` } })],
    ['another header', (key: string) => ({ headers: { 'api-key': key } })],
    ['the query parameter x-api-key', (key: string) => ({ query: `?x-api-key=${key}` })],
    ['the query parameter api_key', (key: string) => ({ query: `?api_key=${key}` })],
  ])('rejects a valid key in %s [S224 S227]', async (_where, send) => {
    const { headers = {}, query = '' } = send(testEnvironment('TEST_API_KEY')) as {
      headers?: Record<string, string>;
      query?: string;
    };
    const { status, body } = await getFrom(
      testEnvironment('TEST_API_URL'),
      TARGET + query,
      headers,
    );
    expect([status, body.error]).toEqual([401, rejected]);
  });

  it('rejects an invalid key before it checks the parameters [S224]', async () => {
    const { body } = await getFrom(testEnvironment('TEST_API_URL'), '/v1/certs/ace/1?psa_dna=x');
    expect(body.error.code).toBe('invalid_api_key');
  });

  it('requires a key even for a path that does not exist [S224]', async () => {
    const { status, body } = await getFrom(testEnvironment('TEST_API_URL'), '/v1/nothing/here');
    expect([status, body.error.code]).toEqual([401, 'invalid_api_key']);
  });
});
