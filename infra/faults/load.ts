import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What is called, by turns. */
export interface Entry {
  readonly target: string;
  readonly key: string;
  /** Whether the data is always the same. */
  readonly isSteady?: boolean;
  /** Of the key's quota, which is meant to run out. No other entry has this key. */
  readonly limit?: number;
}

/** A call and what became of it. Times by {@link now}. */
export interface Outcome {
  /** Of the call; no two are alike. */
  readonly id: number;
  /** Which {@link Entry}. */
  readonly entry: number;
  readonly gateway: string;
  readonly due: number;
  readonly sent: number;
  readonly received: number;
  /** 0: the connection broke, and `code` says how. */
  readonly status: number;
  readonly code: string;
  readonly requestId?: string;
  /** Of the data. */
  readonly etag?: string;
  readonly reset?: string;
  /** What is wrong with the envelope. */
  readonly misfit?: string | null;
}

/** Milliseconds by a clock that all processes of a machine have in common. */
export const now = (): number => performance.timeOrigin + performance.now();

/** Calls at a fixed rate, from a process of its own, whether answers come or not. */
export class Load {
  private readonly made: Outcome[] = [];

  private constructor(private readonly caller: ChildProcess) {
    caller.on('message', (message: { is: string; calls?: Outcome[] }) => {
      if (message.is === 'calls') this.made.push(...(message.calls ?? []));
    });
  }

  /**
   * @param rate in calls a second
   * @param sockets to each gateway, at most
   */
  static async begin(
    addresses: readonly string[],
    entries: readonly Entry[],
    rate: number,
    sockets = 512,
  ): Promise<Load> {
    const caller = fork(fileURLToPath(new URL('./caller.mjs', import.meta.url)), {
      execArgv: [],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    await once(caller, 'message');
    const load = new Load(caller);
    caller.send({ is: 'begin', addresses, entries, rate, sockets });
    return load;
  }

  /** Those that are answered by now. */
  get calls(): readonly Outcome[] {
    return this.made;
  }

  /** From now on these gateways are called. */
  aim(addresses: readonly string[]): void {
    this.caller.send({ is: 'gateways', addresses });
  }

  /** Sends no more. @returns all calls, when the last is answered. @throws Error when not every call has an outcome of its own */
  async end(): Promise<readonly Outcome[]> {
    this.caller.send({ is: 'end' });
    const sent = await new Promise<number>((resolve, reject) => {
      this.caller.on('message', (message: { is: string; sent?: number }) => {
        if (message.is === 'ended') resolve(message.sent ?? 0);
      });
      this.caller.once('exit', () => reject(new Error('the caller has ended')));
    });
    if (new Set(this.made.map(({ id }) => id)).size !== sent || this.made.length !== sent) {
      throw new Error(`${sent} calls were sent, and ${this.made.length} have an outcome`);
    }
    return this.made;
  }
}

/** How many of each that was no success. */
export function errorsOf(calls: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of calls) {
    if (status === 200) continue;
    const name = `${status} ${code}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Milliseconds from when a call was due until it was answered, that so large a share is below. */
export function percentile(calls: readonly Outcome[], share: number): number {
  const times = calls.map(({ due, received }) => received - due).sort((a, b) => a - b);
  const place = Math.min(times.length - 1, Math.floor(times.length * share));
  return Math.round((times[place] ?? Number.NaN) * 10) / 10;
}
