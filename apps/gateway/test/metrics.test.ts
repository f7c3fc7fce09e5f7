import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asRole, environmentOf, type RunningApp, type StackOptions, startApp } from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';

let gateway: RunningApp;
let healthUrl: string;

beforeAll(async () => {
  const options: StackOptions = {
    databaseAs: asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL')),
    natsUrl: testEnvironment('TEST_NATS_URL'),
    redisUrl: testEnvironment('TEST_REDIS_URL'),
    logDir: mkdtempSync(path.join(tmpdir(), 'gcd-metrics-')),
  };
  gateway = await startApp('gateway', environmentOf('gateway', options), options.logDir);
  healthUrl = `http://127.0.0.1:${gateway.healthPort}`;
});

afterAll(async () => {
  await gateway?.stop();
});

describe('the metrics port', () => {
  it('serves metrics labeled by route and status, but not by id', async () => {
    const key = { 'x-api-key': testEnvironment('TEST_API_KEY') };
    await getFrom(`http://127.0.0.1:${gateway.port}`, '/v1/certs/psa/10000001', key);
    const response = await fetch(`${healthUrl}/metrics`);
    expect(response.headers.get('content-type')).toContain('application/openmetrics-text');
    const text = await response.text();
    expect(text).toMatch(/^gcd_http_rejections_total/m);
    expect(text).toMatch(
      /gcd_http_request_duration_seconds_count\{route="\/v1\/certs\/:grader\/:cert",method="GET",status="200"\} 1/,
    );
    expect(text).toContain('gcd_nodejs_eventloop_lag_seconds');
    // Labels only: the digits may occur by chance in a value.
    expect(text).not.toMatch(/="[^"]*10000001/);
  });

  it('serves the Redis latency', async () => {
    const key = { 'x-api-key': testEnvironment('TEST_API_KEY') };
    await eventually(async () => {
      await getFrom(`http://127.0.0.1:${gateway.port}`, '/v1/grades', key);
      const text = await (await fetch(`${healthUrl}/metrics`)).text();
      expect(text).toMatch(/^gcd_redis_command_duration_seconds_count [1-9]/m);
    });
  });

  it.each(['/health/live', '/health/ready'])('serves %s', async (target) => {
    expect(await getFrom(healthUrl, target)).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('serves no API operations, and the API port serves no metrics', async () => {
    expect((await fetch(`${healthUrl}/v1/certs/psa/10000001`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${gateway.port}/metrics`)).status).toBe(404);
  });
});
