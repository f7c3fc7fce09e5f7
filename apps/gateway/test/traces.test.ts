import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import getPort from 'get-port';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import {
  collector,
  directory,
  only,
  running,
  stack,
  start,
  startBoth,
  TIMEOUT_MS,
  traceOf,
  withSpan,
} from './traced-apps.ts';

const CERT = '10000001';
const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;

describe('tracing with a collector', () => {
  it('records one trace for gateway, admission, client, service and statement, with no client data', async () => {
    const call = await startBoth(withSpan('50'));
    const foreign = '0af7651916cd43dd8448eb211c80319c';
    const answer = await call(CERT, { traceparent: `00-${foreign}-b7ad6b7169203331-01` });
    expect(answer.status).toBe(200);

    const trace = await traceOf(answer, 'find-cert');
    const request = only(trace, 'gateway', 'GET /v1/certs/:grader/:cert');
    const admission = only(trace, 'gateway', 'admission');
    const asked = only(trace, 'gateway', 'certs.v1.lookup');
    const answered = only(trace, 'certs', 'certs.v1.lookup');
    const statement = only(trace, 'certs', 'find-cert');
    expect(request.parentSpanId).toBeUndefined();
    expect(admission.parentSpanId).toBe(request.spanId);
    expect(asked.parentSpanId).toBe(request.spanId);
    expect(answered.parentSpanId).toBe(asked.spanId);
    expect(statement.parentSpanId).toBe(answered.spanId);

    const id = answer.headers.get('x-request-id');
    expect([request.kind, request.attributes]).toEqual([
      SERVER,
      {
        'gcd.request_id': id,
        'gcd.status': 200,
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'http.route': '/v1/certs/:grader/:cert',
      },
    ]);
    expect(admission.attributes['gcd.admission']).toBe('admitted');
    expect([asked.kind, asked.attributes['gcd.request_id']]).toEqual([CLIENT, id]);
    expect([answered.kind, answered.attributes]).toEqual([
      SERVER,
      { 'gcd.request_id': id, 'gcd.status': 200 },
    ]);
    expect(statement.attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.query.summary': 'find-cert',
      'db.operation.batch.size': 1,
    });

    const all = collector.received.join('\n');
    for (const secret of [CERT, foreign, testEnvironment('TEST_API_KEY')]) {
      expect(all).not.toContain(secret);
    }
  });

  it("adds the span of a shared statement to each request's trace", async () => {
    const call = await startBoth(withSpan('50'));
    const answers = await Promise.all(Array.from({ length: 40 }, () => call(CERT)));
    const traces = await Promise.all(answers.map((answer) => traceOf(answer, 'find-cert')));
    for (const trace of traces) {
      expect(only(trace, 'certs', 'find-cert').parentSpanId).toBe(
        only(trace, 'certs', 'certs.v1.lookup').spanId,
      );
    }
    expect(new Set(traces.map(([span]) => span?.traceId)).size).toBe(40);
  });

  it('records a batch as one statement, whether or not its ids exist', async () => {
    await startBoth(withSpan('50'));
    const answer = await getFrom(
      `http://127.0.0.1:${running.at(-1)?.port}`,
      `/v1/certs/psa?certs=${CERT},PSA 10000002,0,00`,
      { 'x-api-key': testEnvironment('TEST_API_KEY') },
    );
    expect(answer.body.data.certs).toHaveLength(2);
    const trace = await traceOf(answer, 'find-certs');
    const statements = trace.filter(({ service, attributes }) => {
      return service === 'certs' && 'db.query.summary' in attributes;
    });
    expect(statements.map(({ name }) => name)).toEqual(['find-certs']);
  });

  it('marks the span as an error if a service is unavailable, but not if a cert does not exist', async () => {
    const call = await startBoth(withSpan('50'));
    const unknown = await traceOf(await call('0'), 'find-printed-cert');
    const { status, attributes } = only(unknown, 'certs', 'certs.v1.lookup');
    expect(status?.code).not.toBe(ERROR);
    expect(attributes).toMatchObject({ 'gcd.status': 404, 'error.type': 'cert_not_found' });

    await running[0]?.stop();
    const away = await call(CERT);
    expect(away.status).toBe(503);
    const trace = await traceOf(away, 'certs.v1.lookup');
    for (const name of ['GET /v1/certs/:grader/:cert', 'certs.v1.lookup']) {
      expect([name, only(trace, 'gateway', name).status?.code]).toEqual([name, ERROR]);
    }
  });

  it('links latency metrics to sampled traces', async () => {
    const healthPort = await getPort({ host: '127.0.0.1' });
    const certs = await start('certs', withSpan('50'));
    const gateway = await start('gateway', { ...withSpan('50'), HEALTH_PORT: String(healthPort) });
    const answer = await getFrom(`http://127.0.0.1:${gateway.port}`, `/v1/certs/psa/${CERT}`, {
      'x-api-key': testEnvironment('TEST_API_KEY'),
    });
    const [span] = await traceOf(answer, 'find-cert');
    for (const [port, metric] of [
      [healthPort, 'gcd_http_request_duration_seconds'],
      [certs.port, 'gcd_operation_duration_seconds'],
    ] as const) {
      const headers = { accept: 'application/openmetrics-text;version=1.0.0' };
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
      const exemplars = metrics.split('\n').filter((line) => line.includes(' # {'));
      expect(exemplars).toEqual([
        expect.stringMatching(`^${metric}_bucket\\{.*\\} 1 # \\{trace_id="${span?.traceId}"\\} `),
      ]);
    }
  });

  it('does not link latency metrics to traces that are not sampled', async () => {
    const certs = await start('certs', withSpan('50'));
    const gateway = await start('gateway', {
      ...withSpan('50'),
      OTEL_TRACES_SAMPLER: 'always_off',
    });
    const answer = await getFrom(`http://127.0.0.1:${gateway.port}`, `/v1/certs/psa/${CERT}`, {
      'x-api-key': testEnvironment('TEST_API_KEY'),
    });
    expect(answer.status).toBe(200);
    const headers = { accept: 'application/openmetrics-text' };
    const metrics = await (
      await fetch(`http://127.0.0.1:${certs.port}/metrics`, { headers })
    ).text();
    expect(metrics).toContain('subject="certs.v1.lookup"');
    expect(metrics).not.toContain(' # {');
  });

  it('sends pending spans on shutdown', async () => {
    const call = await startBoth(withSpan('600000'));
    const answer = await call(CERT);
    await Promise.all(running.map((app) => app.stop()));
    const id = answer.headers.get('x-request-id');
    const sent = collector.spans.filter(({ attributes }) => attributes['gcd.request_id'] === id);
    expect(sent.map(({ service, name }) => `${service} ${name}`).sort()).toEqual([
      'certs certs.v1.lookup',
      'gateway GET /v1/certs/:grader/:cert',
      'gateway certs.v1.lookup',
    ]);
  });
});

describe('tracing', () => {
  it('does not affect requests while the collector is unavailable, and sends traces once it recovers', async () => {
    await collector.close();
    const call = await startBoth(withSpan('50'));
    expect((await call(CERT)).status).toBe(200);
    await eventually(async () => {
      const log = readFileSync(path.join(stack.logDir, 'gateway.log'), 'utf8');
      expect(log).toContain('cannot export traces');
      expect((await call(CERT)).status).toBe(200);
    }, TIMEOUT_MS);
    await collector.listen();
    await eventually(async () => {
      const { headers } = await call(CERT);
      const id = headers.get('x-request-id');
      await eventually(async () => {
        expect(collector.spans.map(({ attributes }) => attributes['gcd.request_id'])).toContain(id);
      }, 2000);
    }, TIMEOUT_MS);
  });

  it('does not delay shutdown while the collector is stalled', async () => {
    collector.hang(true);
    const call = await startBoth(withSpan('50'));
    expect((await call(CERT)).status).toBe(200);
    await Promise.all(running.map((app) => app.stop()));
    collector.hang(false);
    for (const app of ['gateway', 'certs']) {
      const log = readFileSync(path.join(stack.logDir, `${app}.log`), 'utf8').trimEnd();
      expect([app, JSON.parse(log.slice(log.lastIndexOf('\n') + 1)).msg]).toEqual([app, 'stopped']);
    }
  });
});

interface CoveredFunction {
  readonly functionName: string;
  readonly ranges: readonly { readonly count: number }[];
}

it.each([
  ['OpenTelemetry is not loaded without a collector', '', false],
  ['OpenTelemetry is loaded with a collector', 'http://127.0.0.1:9', true],
])('%s', async (_what, endpoint, isLoaded) => {
  // On exit, Node writes how often each function was called.
  const coverage = mkdtempSync(path.join(directory, 'coverage-'));
  const app = await start('certs', {
    NODE_V8_COVERAGE: coverage,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  });
  await app.stop();
  const called = readdirSync(coverage)
    .flatMap((file) => JSON.parse(readFileSync(path.join(coverage, file), 'utf8')).result)
    .flatMap(({ functions }: { functions: CoveredFunction[] }) => functions)
    .filter(({ ranges: [range] }) => range && range.count > 0)
    .map(({ functionName }) => functionName);
  expect(called).toContain('startService');
  // The bundle contains a function with this name for each module.
  expect(called.some((name) => name.includes('@opentelemetry/sdk-trace'))).toBe(isLoaded);
});

it('the gateway rejects an invalid collector endpoint on startup', async () => {
  await expect(start('certs', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).rejects.toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  );
});
