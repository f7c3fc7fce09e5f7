import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fixtureCard, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  collector,
  only,
  stack,
  start,
  startBoth,
  stopAll,
  TIMEOUT_MS,
  type TracedApps,
  traceOf,
  withSpan,
} from './traced-apps.ts';

const CERT = '10000001';
const LOOKUP = `/v1/certs/psa/${CERT}`;
const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;

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

  it('records a single SQL statement for a batch, whether or not its ids exist', async () => {
    const response = await apps.get(`/v1/certs/psa?certs=${CERT},PSA 10000002,0,00`);
    expect(response.body.data.certs).toHaveLength(2);
    const trace = await traceOf(response, 'find-certs');
    const statements = trace.filter(({ service, attributes }) => {
      return service === 'certs' && 'db.query.summary' in attributes;
    });
    expect(statements.map(({ name }) => name)).toEqual(['find-certs']);
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
    const apps = await startBoth(withSpan('50'));
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

  it('a service rejects an invalid collector endpoint on startup', async () => {
    await expect(start('certs', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).rejects.toThrow(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
    );
  });
});
