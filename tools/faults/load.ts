import { fileURLToPath } from 'node:url';
import { startLoad } from '../bench/harness/load/load.mjs';
import { listed } from './checks.ts';

/** A path to request, with its API key. */
export interface Endpoint {
  readonly target: string;
  readonly key: string;
  /** Whether the data in the response never changes. */
  readonly isSteady?: boolean;
  /** Quota of the endpoint's key, which the load exhausts on purpose. No other endpoint uses this key. */
  readonly limit?: number;
}

/** Requests of a group of clients. They are sent when they are due, whether or not earlier requests have a response. */
export interface Stream {
  /** All endpoints are requested in turn. */
  readonly endpoints: readonly Endpoint[];
  /** Maximum number of connections. All of them, each of which represents a client, are used in turn. */
  readonly connections: number;
  /** Periods with a constant `rate` in requests per second. A period without end lasts `Infinity` milliseconds. */
  readonly steps: readonly { readonly rate: number; readonly ms: number }[];
}

/** A request and its response. All times are values of {@link now}. */
export interface Outcome {
  /** Index of the {@link Stream}, and index of the step in which the request was due. */
  readonly stream: number;
  readonly step: number;
  /** Index of the {@link Endpoint}. */
  readonly endpoint: number;
  readonly gateway: string;
  readonly due: number;
  /** Time at which the load generator handled the request, which then may have waited for a connection. */
  readonly begun: number;
  readonly sent: number;
  readonly received: number;
  /** HTTP status, or 0 if the connection broke. In that case, `code` contains the reason. */
  readonly status: number;
  readonly code: string;
  readonly requestId?: string;
  readonly etag?: string;
  /** Defect in the response envelope or headers, if there is one. */
  readonly defect?: string | null;
}

/** Returns the time in milliseconds on a clock that all processes on a machine share. */
export const now = (): number => performance.timeOrigin + performance.now();

/** A separate process that sends requests and checks every response. */
export type Load = Awaited<ReturnType<typeof startLoad>>;

export const startChecking = (): Promise<Load> =>
  startLoad(fileURLToPath(new URL('./load.mjs', import.meta.url)));

/** Counts failures by kind. */
export function errorsOf(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of outcomes) {
    if (status === 200) continue;
    const name = `${status} ${code}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Formats the result of {@link errorsOf} for the table. */
export const listedErrors = (outcomes: readonly Outcome[]): string => listed(errorsOf(outcomes));

/** Computes a percentile of latency in milliseconds, measured from the due time; 0 if there are no outcomes. */
export function percentile(outcomes: readonly Outcome[], share: number): number {
  const times = outcomes.map(({ due, received }) => received - due).sort((a, b) => a - b);
  const index = Math.max(0, Math.ceil(times.length * share) - 1);
  return Math.round((times[index] ?? 0) * 10) / 10;
}
