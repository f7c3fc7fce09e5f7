import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asRole, environmentOf, type RunningApp, startApp } from '@gcd/local';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Answer, get, getFrom, testEnvironment } from '../../../infra/test/api.js';
import { eventually } from '../../../infra/test/eventually.js';

let gateway: RunningApp;

beforeAll(async () => {
  const logDir = mkdtempSync(path.join(tmpdir(), 'gcd-overload-'));
  const env = environmentOf('gateway', {
    databaseAs: asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL')),
    natsUrl: testEnvironment('TEST_NATS_URL'),
    redisUrl: testEnvironment('TEST_REDIS_URL'),
    logDir,
  });
  // Every event loop is later than that.
  gateway = await startApp('gateway', { ...env, MAX_EVENT_LOOP_DELAY_MS: '0.000001' }, logDir);
});

afterAll(async () => {
  await gateway?.stop();
});

const call = (target: string): Promise<Answer> =>
  getFrom(`http://127.0.0.1:${gateway.port}`, target, {
    'x-api-key': testEnvironment('TEST_API_KEY'),
  });

it('a gateway whose event loop is too late refuses calls at once, uncharged; health still answers', async () => {
  await eventually(async () => {
    const { status, headers, body } = await call('/v1/grades');
    expect([status, body.error?.code, headers.get('retry-after')]).toEqual([
      503,
      'internal_error',
      '5',
    ]);
    expect(headers.get('x-ratelimit-remaining')).toBeNull();
  }, 60_000);
  expect((await call('/health/live')).status).toBe(200);
  // Others are not concerned.
  expect((await get('/v1/grades')).status).toBe(200);
}, 90_000);
