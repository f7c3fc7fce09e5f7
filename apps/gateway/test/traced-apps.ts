import {
  environmentOf,
  type RunningApp,
  type ServingApp,
  type StackOptions,
  startApp,
} from '@gcd/local';
import { type ApiResponse, getFrom, testEnvironment } from '@gcd/testing/api.js';
import { type CollectedSpan, type Collector, startCollector } from '@gcd/testing/collector.js';
import { eventually } from '@gcd/testing/eventually.js';
import { type OwnNats, startOwnNats } from '@gcd/testing/own-nats.js';
import { afterAll, beforeAll, expect } from '@jest/globals';

/** Maximum time to wait for spans, in milliseconds. */
export const TIMEOUT_MS = 30_000;

export let directory: string;
let nats: OwnNats;
export let collector: Collector;
export let stack: StackOptions;
let running: RunningApp[] = [];

beforeAll(async () => {
  // Start separate services with tracing, because the services of other tests do not export traces.
  nats = await startOwnNats({ gateway: { RESPONSE_CACHE_MB: '0' } });
  ({ directory, options: stack } = nats);
  collector = await startCollector();
});

afterAll(async () => {
  await collector?.close();
  await nats?.stop();
});

export async function stopAll(): Promise<void> {
  await Promise.all(running.map((app) => app.stop()));
  running = [];
}

export async function start(app: ServingApp, environment: NodeJS.ProcessEnv): Promise<RunningApp> {
  const env = { ...environmentOf(app, stack), ...environment };
  const started = await startApp(app, env, stack.logDir);
  running.push(started);
  return started;
}

export interface TracedApps {
  get(target: string, headers?: Record<string, string>): Promise<ApiResponse>;
  /** Returns the metrics of an app, including exemplars. */
  metricsOf(app: 'certs' | 'gateway'): Promise<string>;
}

/** Starts a gateway and a certs service. @param environment settings of both apps */
export async function startBoth(environment: NodeJS.ProcessEnv): Promise<TracedApps> {
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

/** Returns settings that enable the export of spans. @param delay milliseconds until spans are sent */
export const withSpan = (delay: string): NodeJS.ProcessEnv => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_BSP_SCHEDULE_DELAY: delay,
});

/** Waits for a span with the given name in the trace of a request. @returns all spans of the trace */
export async function traceOf({ headers }: ApiResponse, last: string): Promise<CollectedSpan[]> {
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
export const only = (
  trace: readonly CollectedSpan[],
  service: string,
  name: string,
): CollectedSpan => {
  const found = trace.filter((span) => span.service === service && span.name === name);
  expect([service, name, found.length]).toEqual([service, name, 1]);
  return found[0] as CollectedSpan;
};
