import { subscribe } from 'node:diagnostics_channel';
import {
  BATCH_SENT,
  POOL_MADE,
  type PoolState,
  QUEUE_LEFT,
  type QueueOutcome,
  REDIS_ANSWERED,
  STANDBY_READ,
} from '@gcd/contracts';
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
  name: 'gcd_operation_duration_seconds',
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

/** Operations that a service refused. */
export const operationsRefused = new Counter({
  name: 'gcd_operations_refused_total',
  help: 'Operations that a service refused: over its limit, or because their deadline had passed.',
  labelNames: ['reason'],
  registers: [],
});

/** Shows what limits a service. @param limit how many operations it does at once */
export function showOperationsLimit(limit: () => number): void {
  registry.registerMetric(operationsRefused);
  for (const reason of ['overload', 'deadline']) operationsRefused.inc({ reason }, 0);
  registerGauge('gcd_operations_limit', 'Operations that a service does at once, at most.', limit);
}

/** HTTP requests that the gateway answered. */
export const httpSeconds = new Histogram({
  name: 'gcd_http_request_duration_seconds',
  help: 'Time from a request to the end of its answer.',
  labelNames: ['route', 'method', 'status'],
  buckets: SECONDS,
  registers: [registry],
});

/** Requests that the gateway answered with 503 or 504, by why. */
export const httpRefusals = new Counter({
  name: 'gcd_http_refusals_total',
  help: 'Requests refused: overload, a greedy account, an unavailable dependency, or a deadline that passed.',
  labelNames: ['reason'],
  registers: [registry],
});

/** Connections to NATS that were lost. */
export const natsDisconnects = new Counter({
  name: 'gcd_nats_disconnects_total',
  help: 'Times the connection to NATS was lost.',
  registers: [],
});

/** Connections to NATS that this process has now. */
export const natsConnections = new Gauge({
  name: 'gcd_nats_connections',
  help: 'Connections to NATS that are up.',
  registers: [],
});

/** Shows the two above: a process that does not talk NATS has none of them. */
export function showNats(): void {
  registry.registerMetric(natsDisconnects);
  registry.registerMetric(natsConnections);
}

const pools = new Set<PoolState>();
subscribe(POOL_MADE, (pool) => pools.add(pool as PoolState));

new Gauge({
  name: 'gcd_db_pool_waiting',
  help: 'Statements that wait for a connection to the database.',
  registers: [registry],
  collect() {
    if (pools.size === 0) return;
    this.set([...pools].reduce((sum, { waitingCount }) => sum + waitingCount, 0));
  },
});

new Gauge({
  name: 'gcd_db_pool_connections',
  help: 'Connections to the database, by whether they run a statement.',
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
  name: 'gcd_database_batch_size',
  help: 'Look-ups that shared a statement.',
  buckets: [1, 2, 4, 8, 16, 32, 64],
  registers: [registry],
});
subscribe(BATCH_SENT, (size) => batchSize.observe(size as number));

const queueSeconds = new Histogram({
  name: 'gcd_database_queue_duration_seconds',
  help: 'Time that the first of a statement waited for it.',
  buckets: SECONDS,
  registers: [registry],
});
const queueSheds = new Counter({
  name: 'gcd_database_queue_sheds_total',
  help: 'Requests that were rejected while they waited for the database, by reason: overload or deadline.',
  labelNames: ['reason'],
  registers: [registry],
});
for (const reason of ['overload', 'deadline']) queueSheds.inc({ reason }, 0);
subscribe(QUEUE_LEFT, (message) => {
  const { outcome, ms = 0 } = message as QueueOutcome;
  if (outcome === 'served') queueSeconds.observe(ms / 1000);
  else queueSheds.inc({ reason: outcome });
});

const standbyReads = new Counter({
  name: 'gcd_database_standby_reads_total',
  help: 'Statements for a standby, by outcome: it answered, or the primary did because it was stale or unavailable.',
  labelNames: ['outcome'],
  registers: [registry],
});
for (const outcome of ['answered', 'stale', 'unavailable']) standbyReads.inc({ outcome }, 0);
subscribe(STANDBY_READ, (outcome) => standbyReads.inc({ outcome: String(outcome) }));

const redisSeconds = new Histogram({
  name: 'gcd_redis_command_duration_seconds',
  help: 'Time Redis took to admit the calls of a turn of the event loop.',
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25],
  registers: [registry],
});
subscribe(REDIS_ANSWERED, (seconds) => redisSeconds.observe(seconds as number));

/**
 * Adds a figure that is looked up whenever metrics are asked for. When it cannot be had, it is left out.
 * @param look resolves to null when there is none
 */
export function registerGauge(
  name: string,
  help: string,
  look: () => Promise<number | null> | number,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await Promise.resolve()
        .then(look)
        .catch(() => null);
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}

/** Registers a gauge with one label, whose values are read whenever metrics are. */
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
