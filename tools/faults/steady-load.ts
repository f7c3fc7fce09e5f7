import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { listed } from './checks.ts';

/** Requested paths, in turn. */
export interface Endpoint {
  readonly target: string;
  readonly key: string;
  /** Whether the data is constant. */
  readonly isSteady?: boolean;
  /** Quota of the key, which is meant to be exhausted. No other endpoint has this key. */
  readonly limit?: number;
}

/** A request and its response. Times are on the clock of {@link now}. */
export interface Outcome {
  /** Unique id of the request. */
  readonly id: number;
  /** Index of the {@link Endpoint}. */
  readonly endpoint: number;
  readonly gateway: string;
  readonly due: number;
  readonly sent: number;
  readonly received: number;
  /** 0 if the connection broke; `code` then says how. */
  readonly status: number;
  readonly code: string;
  readonly requestId?: string;
  /** ETag of the data. */
  readonly etag?: string;
  readonly reset?: string;
  /** Defect of the envelope. */
  readonly defect?: string | null;
}

/** Milliseconds on a clock that all processes of a machine share. */
export const now = (): number => performance.timeOrigin + performance.now();

/**
 * Requests at a fixed rate from a separate process, whether or not responses arrive. Every response is
 * checked.
 */
export class SteadyLoad {
  private readonly received: Outcome[] = [];

  private constructor(private readonly process: ChildProcess) {
    process.on('message', (message: { kind: string; outcomes?: Outcome[] }) => {
      if (message.kind === 'outcomes') this.received.push(...(message.outcomes ?? []));
    });
  }

  /** @param rate in requests per second */
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

  /** Requests with a response. */
  get outcomes(): readonly Outcome[] {
    return this.received;
  }

  /** Sends to these gateways from now on. */
  aim(addresses: readonly string[]): void {
    this.process.send({ kind: 'aim', addresses });
  }

  /**
   * Stops sending. @returns all outcomes, once the last one is known. @throws Error unless every request has
   * exactly one
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

  /** Stops it without waiting for outcomes. */
  stop(): void {
    this.process.kill('SIGKILL');
  }
}

/** Number of failures by kind. */
export function errorsOf(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of outcomes) {
    if (status === 200) continue;
    const name = `${status} ${code}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** {@link errorsOf}, for the table. */
export const listedErrors = (outcomes: readonly Outcome[]): string => listed(errorsOf(outcomes));

/** Percentile of the latency from the due time, in milliseconds; 0 without outcomes. */
export function percentile(outcomes: readonly Outcome[], share: number): number {
  const times = outcomes.map(({ due, received }) => received - due).sort((a, b) => a - b);
  const index = Math.max(0, Math.ceil(times.length * share) - 1);
  return Math.round((times[index] ?? 0) * 10) / 10;
}
