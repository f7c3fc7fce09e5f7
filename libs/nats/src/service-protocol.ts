import { hostname } from 'node:os';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import type { Histogram } from 'prom-client';

export interface ServiceInstance {
  /** Name of the service and of its queue group. */
  readonly service: string;
  readonly id: string;
  /** Subjects of the service's operations, such as `certs.v1.lookup`. */
  readonly subjects: readonly string[];
}

/** Returns the subject on which an instance says that it is stopping. The message is its id. */
export const stoppingSubject = (service: string): string => `${service}.stopping`;

/** Version of the operations. Subjects contain `v1`, but the NATS service protocol requires three numbers. */
const VERSION = '1.0.0';
const NANOSECONDS = 1_000_000_000;

/**
 * Makes an instance visible to `nats micro` through the NATS service protocol. Replies to `PING`, `INFO` and `STATS`
 * requests for all services, for this service, or for this instance.
 * @param seconds durations of the operations by `subject` and `status`, from which the statistics are read
 */
export function serveServiceProtocol(
  connection: NatsConnection,
  { service, id, subjects }: ServiceInstance,
  seconds: Histogram,
): Subscription[] {
  const started = new Date().toISOString();
  const identity = { name: service, id, version: VERSION, metadata: { host: hostname() } };
  const endpoints = subjects.map((subject) => ({
    name: subject.slice(service.length + 1).replaceAll('.', '-'),
    subject,
    queue_group: service,
  }));
  const replies: Record<string, () => object | Promise<object>> = {
    PING: () => ({ type: 'io.nats.micro.v1.ping_response', ...identity }),
    INFO: () => ({
      type: 'io.nats.micro.v1.info_response',
      ...identity,
      description: '',
      endpoints,
    }),
    STATS: async () => {
      const counts = await countsBySubject(seconds);
      return {
        type: 'io.nats.micro.v1.stats_response',
        ...identity,
        started,
        endpoints: endpoints.map((endpoint) => ({
          ...endpoint,
          ...statsOf(counts.get(endpoint.subject)),
        })),
      };
    },
  };
  const reply = async (message: Msg): Promise<void> => {
    const [, verb = ''] = message.subject.split('.');
    const response = await replies[verb]?.();
    if (response) message.respond(JSON.stringify(response));
  };
  return ['$SRV.*', `$SRV.*.${service}`, `$SRV.*.${service}.${id}`].map((subject) =>
    connection.subscribe(subject, {
      callback: (error, message) => {
        // Ignore the error, because the connection may already be closed.
        if (!error) void reply(message).catch(() => undefined);
      },
    }),
  );
}

interface Counts {
  requests: number;
  errors: number;
  seconds: number;
}

/** Reads request and error counts from a metric, so that no separate counters are needed. */
async function countsBySubject(histogram: Histogram): Promise<Map<string, Counts>> {
  const bySubject = new Map<string, Counts>();
  for (const { metricName = '', labels, value } of (await histogram.get()).values) {
    const subject = String(labels.subject);
    const counts = bySubject.get(subject) ?? { requests: 0, errors: 0, seconds: 0 };
    bySubject.set(subject, counts);
    if (metricName.endsWith('_sum')) counts.seconds += value;
    if (!metricName.endsWith('_count')) continue;
    counts.requests += value;
    if (Number(labels.status) >= 500) counts.errors += value;
  }
  return bySubject;
}

function statsOf({ requests, errors, seconds }: Counts = { requests: 0, errors: 0, seconds: 0 }) {
  return {
    num_requests: requests,
    num_errors: errors,
    processing_time: Math.round(seconds * NANOSECONDS),
    average_processing_time: requests && Math.round((seconds / requests) * NANOSECONDS),
  };
}
