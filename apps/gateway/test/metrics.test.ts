import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { startGateway, type TestGateway } from '@gcd/testing/gateway.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

let gateway: TestGateway;
let healthUrl: string;

beforeAll(async () => {
  gateway = await startGateway();
  healthUrl = `http://127.0.0.1:${gateway.healthPort}`;
});
afterAll(() => gateway.stop());

describe('the metrics port', () => {
  it('serves metrics labeled by route and status, but not by id', async () => {
    const key = { 'x-api-key': testEnvironment('TEST_API_KEY') };
    await getFrom(gateway.url, '/v1/certs/psa/10000001', key);
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
      await getFrom(gateway.url, '/v1/grades', key);
      const text = await (await fetch(`${healthUrl}/metrics`)).text();
      expect(text).toMatch(/^gcd_redis_command_duration_seconds_count [1-9]/m);
    });
  });

  it('serves no API operations, and the API port serves no metrics', async () => {
    expect((await fetch(`${healthUrl}/v1/certs/psa/10000001`)).status).toBe(404);
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(404);
  });
});
