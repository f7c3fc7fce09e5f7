import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
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
  /** Maximum number of connections. */
  readonly connections: number;
  /** Whether to open all connections, each of which represents a client, before one is used again. */
  readonly opensAll?: boolean;
  /** Periods with a constant `rate` in requests per second. A period without end lasts `Infinity` milliseconds. */
  readonly steps: readonly { readonly rate: number; readonly ms: number }[];
}

/** A request and its response. All times are values of {@link now}. */
export interface Outcome {
  readonly id: number;
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
  readonly reset?: string;
  /** Defect in the response envelope or headers, if there is one. */
  readonly defect?: string | null;
}

type Message =
  | { readonly kind: 'ready' }
  | { readonly kind: 'outcomes'; readonly outcomes: readonly Outcome[] }
  | { readonly kind: 'ended'; readonly sent: number };

/** Returns the time in milliseconds on a clock that all processes on a machine share. */
export const now = (): number => performance.timeOrigin + performance.now();

/** A separate process that sends requests and checks every response. */
export class Load {
  private readonly received: Outcome[] = [];
  private readonly sent: Promise<number>;

  private constructor(private readonly process: ChildProcess) {
    this.sent = new Promise((resolve, reject) => {
      process.on('message', (message: Message) => {
        if (message.kind === 'outcomes') this.received.push(...message.outcomes);
        if (message.kind === 'ended') resolve(message.sent);
      });
      process.once('exit', () => reject(new Error('the load generator exited')));
    });
    this.sent.catch(() => undefined);
  }

  static async start(): Promise<Load> {
    const child = fork(fileURLToPath(new URL('./load.mjs', import.meta.url)), {
      execArgv: [],
      env: { ...process.env, NODE_OPTIONS: '' },
      // Unlike JSON, this format preserves `Infinity`.
      serialization: 'advanced',
    });
    await once(child, 'message');
    return new Load(child);
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /** Requests that have a response. */
  get outcomes(): readonly Outcome[] {
    return this.received;
  }

  begin(addresses: readonly string[], streams: readonly Stream[]): void {
    this.process.send({ command: 'begin', addresses, streams });
  }

  /** Changes the gateways to which later requests are sent. */
  aim(addresses: readonly string[]): void {
    this.process.send({ command: 'aim', addresses });
  }

  /** Stops sending, and waits for the outcomes of all requests. */
  end(): Promise<readonly Outcome[]> {
    this.process.send({ command: 'end' });
    return this.finished();
  }

  /**
   * Waits until all steps are over and all requests have an outcome.
   * @throws Error unless every request has exactly one outcome
   */
  async finished(): Promise<readonly Outcome[]> {
    const sent = await this.sent;
    const { received } = this;
    const ids = new Set(received.map(({ stream, id }) => `${stream} ${id}`));
    if (ids.size !== sent || received.length !== sent) {
      throw new Error(`${sent} requests were sent, and ${received.length} have an outcome`);
    }
    return received;
  }

  /** Stops the load without waiting for outcomes. */
  stop(): void {
    this.process.kill('SIGKILL');
  }
}

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
