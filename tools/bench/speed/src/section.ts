import { figure, totalCpu } from './metrics.js';
import type { Samples } from './measure.js';

/** A target for a metric. */
export interface Bound {
  readonly what: string;
  readonly bound: string;
  readonly reached: number;
  readonly holds: boolean;
}

export interface Section {
  readonly title: string;
  readonly text: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly bounds: readonly Bound[];
  readonly samples: Samples;
}

export function atLeast(what: string, limit: number, reached: number): Bound {
  return { what, bound: `at least ${limit}`, reached, holds: reached >= limit };
}

export function atMost(what: string, limit: number, reached: number): Bound {
  return { what, bound: `at most ${limit}`, reached, holds: reached <= limit };
}

const SERVERS = ['PostgreSQL', 'NATS', 'Redis'];

/** Names of the columns that {@link costs} returns. */
export const COST_COLUMNS = [
  'requests/s',
  'p50 ms',
  'p99 ms',
  'gateway µs',
  'services µs',
  ...SERVERS.map((server) => `${server} µs`),
  'all µs',
];

/**
 * Returns the metrics of a case, as medians of all rounds: requests per second, latency, and the CPU time of each
 * process per request in microseconds.
 */
export function costs(samples: Samples, name: string): string[] {
  const parts = Object.keys(samples.get(name)?.[0]?.cpu ?? {});
  const services = parts.filter((part) => part !== 'gateway' && !SERVERS.includes(part));
  const cpu = (of: readonly string[]): string =>
    count(
      figure(samples, name, (sample) => of.reduce((sum, part) => sum + (sample.cpu[part] ?? 0), 0)),
    );
  return [
    count(figure(samples, name, ({ perSecond }) => perSecond)),
    decimal(figure(samples, name, ({ latencyMs }) => latencyMs.p50)),
    decimal(figure(samples, name, ({ latencyMs }) => latencyMs.p99)),
    cpu(['gateway']),
    cpu(services),
    ...SERVERS.map((server) => cpu([server])),
    count(figure(samples, name, totalCpu)),
  ];
}

export function count(value: number): string {
  return Number.isNaN(value) ? '–' : Math.round(value).toLocaleString('en-US');
}

export function decimal(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(2);
}
