import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Every metric of this process. */
export const registry = new Registry();

/** Prometheus text of every metric, and its content type. */
export async function renderMetrics(): Promise<{ readonly type: string; readonly text: string }> {
  return { type: registry.contentType, text: await registry.metrics() };
}

collectDefaultMetrics({ register: registry, prefix: 'gcd_' });

// From a cache hit to the longest time-out. Labels name operations and routes, never an id.
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Operations that a service answered. */
export const operationSeconds = new Histogram({
  name: 'gcd_operation_seconds',
  help: 'Time a service took to answer an operation.',
  labelNames: ['subject', 'status'],
  buckets: SECONDS,
  registers: [registry],
});

/** Operations that a service is answering now. */
export const operationsInFlight = new Gauge({
  name: 'gcd_operations_in_flight',
  help: 'Operations a service is answering now.',
  labelNames: ['subject'],
  registers: [registry],
});

/** HTTP requests that the gateway answered. */
export const httpSeconds = new Histogram({
  name: 'gcd_http_request_seconds',
  help: 'Time from a request to the end of its answer.',
  labelNames: ['route', 'method', 'status'],
  buckets: SECONDS,
  registers: [registry],
});

/** Connections to NATS that were lost. */
export const natsDisconnects = new Counter({
  name: 'gcd_nats_disconnects_total',
  help: 'Times the connection to NATS was lost.',
  registers: [registry],
});
