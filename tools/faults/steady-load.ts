import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { listed } from './checks.ts';

/** A path to request, with its API key. All endpoints are requested in turn. */
export interface Endpoint {
  readonly target: string;
  readonly key: string;
  /** Whether the data in the response never changes. */
  readonly isSteady?: boolean;
  /** Quota of the endpoint's key, which the load exhausts on purpose. No other endpoint uses this key. */
  readonly limit?: number;
}

/** A request and its response. All times are values of {@link now}. */
export interface Outcome {
  readonly id: number;
  /** Index of the {@link Endpoint}. */
  readonly endpoint: number;
  readonly gateway: string;
  readonly due: number;
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

/** Returns the time in milliseconds on a clock that all processes on a machine share. */
export const now = (): number => performance.timeOrigin + performance.now();

/** Sends requests at a fixed rate from a separate process, without waiting for responses, and checks every response. */
export class SteadyLoad {
  private readonly received: Outcome[] = [];

  private constructor(private readonly process: ChildProcess) {
    process.on('message', (message: { kind: string; outcomes?: Outcome[] }) => {
      if (message.kind === 'outcomes') this.received.push(...(message.outcomes ?? []));
    });
  }

  /** @param rate requests per second */
  static async begin(
    addresses: readonly string[],
    endpoints: readonly Endpoint[],
    rate: number,
  ): Promise<SteadyLoad> {
    const child = fork(fileURLToPath(new URL('./steady-load.mjs', import.meta.url)), {
      execArgv: [],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    await once(child, 'message');
    const load = new SteadyLoad(child);
    child.send({ kind: 'begin', addresses, endpoints, rate });
    return load;
  }

  /** Requests that have a response. */
  get outcomes(): readonly Outcome[] {
    return this.received;
  }

  /** Changes the gateways to which later requests are sent. */
  aim(addresses: readonly string[]): void {
    this.process.send({ kind: 'aim', addresses });
  }

  /**
   * Stops sending, and waits for the outcomes of all requests.
   * @returns all outcomes
   * @throws Error unless every request has exactly one outcome
   */
  async end(): Promise<readonly Outcome[]> {
    const ended = new Promise<number>((resolve, reject) => {
      this.process.on('message', (message: { kind: string; sent?: number }) => {
        if (message.kind === 'ended') resolve(message.sent ?? 0);
      });
      this.process.once('exit', () => reject(new Error('the load generator exited')));
    });
    if (this.process.connected) this.process.send({ kind: 'end' });
    const sent = await ended;
    const { received } = this;
    if (new Set(received.map(({ id }) => id)).size !== sent || received.length !== sent) {
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
