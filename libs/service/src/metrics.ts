import { subscribe } from 'node:diagnostics_channel';
import {
  BATCH_SENT,
  POOL_MADE,
  type PoolState,
  QUEUE_LEFT,
  REDIS_DURATION,
  STANDBY_READ,
} from '@gcd/contracts';
import type { Exemplar } from '@gcd/traces';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  Registry,
  type RegistryContentType,
} from 'prom-client';

export const registry = new Registry<OpenMetricsContentType>();
// Use the OpenMetrics format, because prom-client's registries for other formats do not accept histograms with
// exemplars.
registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);

/** Renders all metrics in the OpenMetrics format, which includes exemplars, or in the Prometheus text format. */
export async function renderMetrics(
  accept = '',
): Promise<{ readonly type: string; readonly text: string }> {
  const type = accept.includes('application/openmetrics-text')
    ? Registry.OPENMETRICS_CONTENT_TYPE
    : Registry.PROMETHEUS_CONTENT_TYPE;
  const format = new Registry<RegistryContentType>();
  format.setContentType(type);
  // For OpenMetrics, prom-client removes `_total` from the names of counters. Register objects that inherit from the
  // metrics, so that the metrics themselves keep their names.
  for (const metric of registry.getMetricsAsArray()) format.registerMetric(Object.create(metric));
  return { type, text: await format.metrics() };
}

collectDefaultMetrics({ register: registry, prefix: 'gcd_' });

// Upper bounds of histogram buckets in seconds, from the duration of a cache hit to the longest timeout. Metric labels
// contain operations and routes, but never ids.
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const operationSeconds = new Histogram<'subject' | 'status' | keyof Exemplar>({
  name: 'gcd_operation_duration_seconds',
  help: 'Time to handle an operation.',
  labelNames: ['subject', 'status'],
  buckets: SECONDS,
  registers: [registry],
  enableExemplars: true,
});

export const operationsInFlight = new Gauge({
  name: 'gcd_operations_in_flight',
  help: 'Operations in flight.',
  labelNames: ['subject'],
  registers: [registry],
});

export const operationsRejected = new Counter({
  name: 'gcd_operations_rejected_total',
  help: 'Operations rejected because the database was overloaded or the deadline had passed.',
  labelNames: ['reason'],
  registers: [],
});

/** Registers the metric of rejected operations. Only services export it. */
export function registerOperationsRejected(): void {
  registry.registerMetric(operationsRejected);
  for (const reason of ['overload', 'deadline']) operationsRejected.inc({ reason }, 0);
}

export const httpSeconds = new Histogram<'route' | 'method' | 'status' | keyof Exemplar>({
  name: 'gcd_http_request_duration_seconds',
  help: 'Time from the start of a request to the end of its response.',
  labelNames: ['route', 'method', 'status'],
  buckets: SECONDS,
  registers: [registry],
  enableExemplars: true,
});

export const httpRejections = new Counter({
  name: 'gcd_http_rejections_total',
  help: 'Requests rejected with 503 or 504, by reason: overload, unavailable dependency, or passed deadline.',
  labelNames: ['reason'],
  registers: [registry],
});

export const natsDisconnects = new Counter({
  name: 'gcd_nats_disconnects_total',
  help: 'Lost connections to NATS.',
  registers: [],
});

export const natsConnections = new Gauge({
  name: 'gcd_nats_connections',
  help: 'Number of connections to NATS.',
  registers: [],
});

/** Registers the NATS metrics. Only processes that connect to NATS export them. */
export function registerNatsMetrics(): void {
  registry.registerMetric(natsDisconnects);
  registry.registerMetric(natsConnections);
}

const pools = new Set<PoolState>();
subscribe(POOL_MADE, (pool) => pools.add(pool as PoolState));

new Gauge({
  name: 'gcd_db_pool_waiting',
  help: 'Statements waiting for a database connection.',
  registers: [registry],
  collect() {
    if (pools.size === 0) return;
    this.set([...pools].reduce((sum, { waitingCount }) => sum + waitingCount, 0));
  },
});

new Gauge({
  name: 'gcd_db_pool_connections',
  help: 'Database connections, by state: running a statement or idle.',
  labelNames: ['state'],
  registers: [registry],
  collect() {
    const counts = { busy: 0, idle: 0 };
    for (const { totalCount, idleCount } of pools) {
      counts.busy += totalCount - idleCount;
      counts.idle += idleCount;
    }
    if (pools.size === 0) return;
    for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
  },
});

const batchSize = new Histogram({
  name: 'gcd_db_batch_size',
  help: 'Lookups per batched statement.',
  buckets: [1, 2, 4, 8, 16, 32, 64],
  registers: [registry],
});
subscribe(BATCH_SENT, (size) => batchSize.observe(size as number));

const queueSeconds = new Histogram({
  name: 'gcd_db_queue_duration_seconds',
  help: 'Time that statements waited for a connection, if they had to wait.',
  buckets: SECONDS,
  registers: [registry],
});
const queueSheds = new Counter({
  name: 'gcd_db_queue_sheds_total',
  help: 'Statements rejected because too many waited for a connection, or for too long.',
  registers: [registry],
});
subscribe(QUEUE_LEFT, (seconds) => {
  if (seconds === null) queueSheds.inc();
  else queueSeconds.observe(seconds as number);
});

export const dependencyFailures = new Counter({
  name: 'gcd_dependency_failures_total',
  help: 'Failed first uses of a dependency (database or bucket), without which the process is not ready.',
  labelNames: ['dependency'],
  registers: [registry],
});

const standbyReads = new Counter({
  name: 'gcd_db_standby_reads_total',
  help: 'Statements for standbys, by outcome: served by a standby, or sent to the primary because the standbys were stale or unavailable.',
  labelNames: ['outcome'],
  registers: [registry],
});
for (const outcome of ['served', 'stale', 'unavailable']) standbyReads.inc({ outcome }, 0);
subscribe(STANDBY_READ, (outcome) => standbyReads.inc({ outcome: String(outcome) }));

const redisSeconds = new Histogram({
  name: 'gcd_redis_command_duration_seconds',
  help: 'Time that Redis took to admit the requests of one event-loop tick.',
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25],
  registers: [registry],
});
subscribe(REDIS_DURATION, (seconds) => redisSeconds.observe(seconds as number));

/**
 * Registers a gauge whose value is read on each scrape.
 * @param read returns the value, or null to omit the gauge
 */
export function registerGauge(
  name: string,
  help: string,
  read: () => Promise<number | null> | number,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await Promise.resolve()
        .then(read)
        .catch(() => null);
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}

/** Registers a gauge with one label. The values are read on each scrape. */
export function registerGauges(
  name: string,
  help: string,
  label: string,
  read: () => Readonly<Record<string, number>>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      for (const [value, number] of Object.entries(read())) this.set({ [label]: value }, number);
    },
  });
}
