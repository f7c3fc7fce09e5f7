import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { InvalidRun } from './checks.ts';
import type { StreamOptions } from './generator/stream.mjs';
import type { StepReport } from './generator/tally.mjs';

/** Maximum share of requests that the generator may fail to send. Above this share, the run is invalid. */
const MAX_NOT_SENT = 0.01;

interface StreamReport {
  readonly name: string;
  readonly steps: readonly StepReport[];
  readonly served: readonly number[];
}

/** Results of all requests in a run. */
export class OverloadReport {
  constructor(private readonly streams: readonly StreamReport[]) {}

  step(stream: string, name: string): StepReport {
    const step = this.stream(stream).steps.find((one) => one.name === name);
    if (!step) throw new RangeError(`there is no step ${name}`);
    return step;
  }

  /** Returns the number of good responses for each key, in the order of the stream's keys. */
  served(stream: string): readonly number[] {
    return this.stream(stream).served;
  }

  /** @throws InvalidRun if the generator could not send the requests in a step */
  assertSent(): void {
    for (const stream of this.streams) {
      for (const { name, due, notSent } of stream.steps) {
        if (notSent <= due * MAX_NOT_SENT) continue;
        const share = ((notSent / due) * 100).toFixed(1);
        throw new InvalidRun(
          `the load generator could not send ${share} % of ${due} requests (${stream.name}, ${name})`,
        );
      }
    }
  }

  private stream(name: string): StreamReport {
    const stream = this.streams.find((one) => one.name === name);
    if (!stream) throw new RangeError(`there is no stream ${name}`);
    return stream;
  }
}

type Message =
  | { readonly kind: 'ready' }
  | { readonly kind: 'started'; readonly at: number }
  | { readonly kind: 'done'; readonly reports: readonly StreamReport[] }
  | { readonly kind: 'failed'; readonly error: string };

const MAIN = fileURLToPath(new URL('./generator/main.mjs', import.meta.url));

/** Sends load at high rates, from a separate process with its own CPU. */
export class Overload {
  private readonly done: Promise<OverloadReport>;

  private constructor(private readonly generator: ChildProcess) {
    this.done = new Promise((resolve, reject) => {
      generator.on('message', (message: Message) => {
        if (message.kind === 'done') resolve(new OverloadReport(message.reports));
        if (message.kind === 'failed') reject(new Error(message.error));
      });
      generator.once('exit', () => reject(new Error('the load generator exited')));
    });
    this.done.catch(() => undefined);
  }

  /**
   * @param command command that runs the generator
   * @param addresses URLs of the gateways, used in turn
   */
  static async start(
    [file, ...args]: readonly [string, ...string[]],
    addresses: readonly string[],
    streams: readonly StreamOptions[],
  ): Promise<Overload> {
    const generator = fork(MAIN, {
      execPath: file,
      execArgv: [...args, process.execPath],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    await once(generator, 'message');
    const overload = new Overload(generator);
    generator.send({ addresses, streams });
    return overload;
  }

  /**
   * Waits until every request has an outcome.
   * @throws InvalidRun if the generator could not send all of them
   */
  async end(): Promise<OverloadReport> {
    try {
      const report = await this.done;
      report.assertSent();
      return report;
    } finally {
      this.stop();
    }
  }

  stop(): void {
    this.generator.kill('SIGKILL');
  }
}

/** Counts all failures of a step, including rejections, by kind. */
export function failuresOf(step: StepReport): Record<string, number> {
  const counts = { rejected: step.rejected, 'timed out': step.timedOut, reset: step.reset };
  const all = { ...counts, ...step.failed };
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0));
}
