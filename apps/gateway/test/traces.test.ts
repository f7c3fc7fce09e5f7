import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  environmentOf,
  type RunningApp,
  type ServingApp,
  type StackOptions,
  startApp,
} from '@gcd/local';
import { type ApiResponse, fixtureCard, getFrom, testEnvironment } from '@gcd/testing/api.js';
import { type CollectedSpan, type Collector, startCollector } from '@gcd/testing/collector.js';
import { eventually } from '@gcd/testing/eventually.js';
import { type OwnNats, startOwnNats } from '@gcd/testing/own-nats.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

const CERT = '10000001';
const LOOKUP = `/v1/certs/psa/${CERT}`;
const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;

/** Maximum time to wait for spans, in milliseconds. */
const TIMEOUT_MS = 30_000;

let nats: OwnNats;
let collector: Collector;
let stack: StackOptions;
let running: RunningApp[] = [];

beforeAll(async () => {
  // Start separate services with tracing, because the services of other tests do not traces.
  nats = await startOwnNats({ gateway: { RESPONSE_CACHE_MB: '0' } });
  stack = nats.options;
  collector = await startCollector();
});

afterAll(async () => {
  await collector?.close();
  await nats?.stop();
});

async function stopAll(): Promise<void> {
  await Promise.all(running.map((app) => app.stop()));
  running = [];
}

async function start(app: ServingApp, environment: NodeJS.ProcessEnv): Promise<RunningApp> {
  const env = { ...environmentOf(app, stack), ...environment };
  const started = await startApp(app, env, stack.logDir);
  running.push(started);
  return started;
}

interface TracedApps {
  get(target: string, headers?: Record<string, string>): Promise<ApiResponse>;
  /** Returns the metrics of an app, including exemplars. */
  metricsOf(app: 'certs' | 'gateway'): Promise<string>;
}

/** Starts a gateway and a certs service. @param environment settings of both apps */
async function startBoth(environment: NodeJS.ProcessEnv): Promise<TracedApps> {
  const [certs, gateway] = await Promise.all([
    start('certs', environment),
    start('gateway', environment),
  ]);
  return {
    get: (target, headers) =>
      getFrom(`http://127.0.0.1:${gateway.port}`, target, {
        'x-api-key': testEnvironment('TEST_API_KEY'),
        ...headers,
      }),
    async metricsOf(app) {
      const { healthPort } = app === 'gateway' ? gateway : certs;
      const headers = { accept: 'application/openmetrics-text;version=1.0.0' };
      return (await fetch(`http://127.0.0.1:${healthPort}/metrics`, { headers })).text();
    },
  };
}

/** Returns settings that enable the of spans. @param delay milliseconds until spans are sent */
const withSpan = (delay: string): NodeJS.ProcessEnv => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_BSP_SCHEDULE_DELAY: delay,
});

/** Waits for a span with the given name in the trace of a request. @returns all spans of the trace */
async function traceOf({ headers }: ApiResponse, last: string): Promise<CollectedSpan[]> {
  const id = headers.get('x-request-id');
  let trace: CollectedSpan[] = [];
  await eventually(async () => {
    const first = collector.spans.find(({ attributes }) => attributes['gcd.request_id'] === id);
    trace = collector.spans.filter(({ traceId }) => traceId === first?.traceId);
    expect(trace.map(({ name }) => name)).toContain(last);
    expect(trace.some(({ parentSpanId }) => !parentSpanId)).toBe(true);
  }, TIMEOUT_MS);
  return trace;
}

/** Returns the only span in a trace with a given service and name. */
const only = (trace: readonly CollectedSpan[], service: string, name: string): CollectedSpan => {
  const found = trace.filter((span) => span.service === service && span.name === name);
  expect([service, name, found.length]).toEqual([service, name, 1]);
  return found[0] as CollectedSpan;
};

describe('tracing with a collector', () => {
  let apps: TracedApps;
  beforeAll(async () => {
    apps = await startBoth(withSpan('50'));
  });
  afterAll(stopAll);

  it('records one trace from the gateway to the SQL statement, with no client data', async () => {
    const foreign = '0af7651916cd43dd8448eb211c80319c';
    const response = await apps.get(LOOKUP, { traceparent: `00-${foreign}-b7ad6b7169203331-01` });
    expect(response.status).toBe(200);

    const trace = await traceOf(response, 'find-cert');
    const request = only(trace, 'gateway', 'GET /v1/certs/:grader/:cert');
    const admission = only(trace, 'gateway', 'admission');
    const client = only(trace, 'gateway', 'certs.v1.lookup');
    const server = only(trace, 'certs', 'certs.v1.lookup');
    const statement = only(trace, 'certs', 'find-cert');
    expect(request.parentSpanId).toBeUndefined();
    expect(admission.parentSpanId).toBe(request.spanId);
    expect(client.parentSpanId).toBe(request.spanId);
    expect(server.parentSpanId).toBe(client.spanId);
    expect(statement.parentSpanId).toBe(server.spanId);

    const id = response.headers.get('x-request-id');
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
    expect([client.kind, client.attributes['gcd.request_id']]).toEqual([CLIENT, id]);
    expect([server.kind, server.attributes]).toEqual([
      SERVER,
      { 'gcd.request_id': id, 'gcd.status': 200 },
    ]);
    expect(statement.attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.query.summary': 'find-cert',
    });

    const all = collector.received.join('\n');
    for (const secret of [CERT, foreign, testEnvironment('TEST_API_KEY')]) {
      expect(all).not.toContain(secret);
    }
  });

  it("adds the span of a SQL statement shared by several requests to each request's trace", async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => apps.get(LOOKUP)));
    const traces = await Promise.all(responses.map((response) => traceOf(response, 'find-cert')));
    for (const trace of traces) {
      expect(only(trace, 'certs', 'find-cert').parentSpanId).toBe(
        only(trace, 'certs', 'certs.v1.lookup').spanId,
      );
    }
    expect(new Set(traces.map(([span]) => span?.traceId)).size).toBe(40);
  });

  it('marks the span as an error if a service is unavailable, but not if a cert does not exist', async () => {
    const unknown = await traceOf(await apps.get('/v1/certs/psa/0'), 'find-printed-cert');
    const { status, attributes } = only(unknown, 'certs', 'certs.v1.lookup');
    expect(status?.code).not.toBe(ERROR);
    expect(attributes).toMatchObject({ 'gcd.status': 404, 'error.type': 'cert_not_found' });

    // These tests do not start the cards service.
    const unavailable = await apps.get(`/v1/cards/${fixtureCard('1a')}/population`);
    expect(unavailable.status).toBe(503);
    const trace = await traceOf(unavailable, 'cards.v1.population');
    for (const name of ['GET /v1/cards/:card_id/population', 'cards.v1.population']) {
      expect([name, only(trace, 'gateway', name).status?.code]).toEqual([name, ERROR]);
    }
  });

  it('links latency metrics to sampled traces', async () => {
    const response = await apps.get(LOOKUP);
    const [span] = await traceOf(response, 'find-cert');
    for (const [app, metric] of [
      ['gateway', 'gcd_http_request_duration_seconds'],
      ['certs', 'gcd_operation_duration_seconds'],
    ] as const) {
      const exemplars = (await apps.metricsOf(app))
        .split('\n')
        .filter((line) => line.includes(` # {trace_id="${span?.traceId}"} `));
      expect(exemplars).toEqual([expect.stringMatching(`^${metric}_bucket\\{.*\\} \\d+ # `)]);
    }
  });
});

describe('tracing of a gateway and a service', () => {
  afterEach(stopAll);

  it('sends pending spans on shutdown', async () => {
    const apps = await startBoth(withSpan('600000'));
    const response = await apps.get(LOOKUP);
    await stopAll();
    const id = response.headers.get('x-request-id');
    const sent = collector.spans.filter(({ attributes }) => attributes['gcd.request_id'] === id);
    expect(sent.map(({ service, name }) => `${service} ${name}`).sort()).toEqual([
      'certs certs.v1.lookup',
      'gateway GET /v1/certs/:grader/:cert',
      'gateway certs.v1.lookup',
    ]);
  });

  it('does not affect requests while the collector is unavailable, and sends traces once it recovers', async () => {
    await collector.close();
    const apps = await startBoth({ ...withSpan('50'), OTEL_EXPORTER_OTLP_TIMEOUT: '1000' });
    expect((await apps.get(LOOKUP)).status).toBe(200);
    await eventually(async () => {
      const log = readFileSync(path.join(stack.logDir, 'gateway.log'), 'utf8');
      expect(log).toContain('cannot export traces');
      expect((await apps.get(LOOKUP)).status).toBe(200);
    }, TIMEOUT_MS);
    await collector.listen();
    await eventually(async () => {
      const { headers } = await apps.get(LOOKUP);
      const id = headers.get('x-request-id');
      await eventually(async () => {
        expect(collector.spans.map(({ attributes }) => attributes['gcd.request_id'])).toContain(id);
      }, 2000);
    }, TIMEOUT_MS);
  });

  it('does not delay shutdown while the collector is stalled', async () => {
    collector.stall(true);
    const apps = await startBoth(withSpan('50'));
    expect((await apps.get(LOOKUP)).status).toBe(200);
    await stopAll();
    collector.stall(false);
    for (const app of ['gateway', 'certs']) {
      const log = readFileSync(path.join(stack.logDir, `${app}.log`), 'utf8').trimEnd();
      expect([app, JSON.parse(log.slice(log.lastIndexOf('\n') + 1)).msg]).toEqual([app, 'stopped']);
    }
  });
});
