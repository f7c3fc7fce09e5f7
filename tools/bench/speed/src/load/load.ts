import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { GeneratorMessage, Job, Outcome } from './job.js';

export class Load {
  private jobs = 0;

  private constructor(private readonly generator: ChildProcess) {}

  get pid(): number {
    return this.generator.pid ?? 0;
  }

  static async start(): Promise<Load> {
    const generator = fork(new URL('./generator.js', import.meta.url), {
      // Only the parent process handles Ctrl-C; the generator exits when the parent does.
      detached: true,
      execArgv: [],
    });
    await once(generator, 'message');
    return new Load(generator);
  }

  /**
   * Runs a job.
   * @param onMeasuring called when the measurement starts
   * @throws Error if any request failed, because the measurement is then meaningless
   */
  async run(job: Omit<Job, 'id'>, onMeasuring: () => void): Promise<Outcome> {
    this.jobs += 1;
    const id = this.jobs;
    const outcome = new Promise<Outcome>((resolve, reject) => {
      const onExit = (): void => reject(new Error('The load generator has exited'));
      const onMessage = (message: GeneratorMessage): void => {
        if (message.is === 'ready' || message.job !== id) return;
        if (message.is === 'measuring') onMeasuring();
        else {
          this.generator.off('exit', onExit).off('message', onMessage);
          if (message.is === 'done') resolve(message.outcome);
          else reject(new Error(message.reason));
        }
      };
      this.generator.once('exit', onExit).on('message', onMessage);
    });
    this.generator.send({ ...job, id } satisfies Job);
    const { statuses, ...rest } = await outcome;
    const wrong = Object.entries(statuses).filter(([status]) => status !== '200');
    if (wrong.length > 0 || rest.requests === 0) {
      const what = wrong.map(([status, count]) => `${count} returned ${status}`).join(', ');
      throw new Error(what ? `of ${rest.requests} requests, ${what}` : 'no response at all');
    }
    return { ...rest, statuses };
  }

  stop(): void {
    this.generator.disconnect();
  }
}
