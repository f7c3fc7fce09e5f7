import { execFileSync } from 'node:child_process';
import type { RunningApp, ServingApp, StackOptions } from '@gcd/local';
import getPort, { portNumbers } from 'get-port';

/** How a version of the product starts its apps. */
export type Version = Pick<typeof import('@gcd/local'), 'environmentOf' | 'startApp'>;

// Below those that outgoing connections take, which could be in the way of one that starts again.
const PORTS = portNumbers(20_000, 30_000);

/** One replica of an app. It keeps its ports when it starts again. */
export class Replica {
  /** How often it ended without being told to. */
  ends = 0;
  private running!: RunningApp;
  private isTold = false;

  private constructor(
    readonly app: ServingApp,
    private readonly options: StackOptions,
    private version: Version,
    private readonly port: number,
    private readonly healthPort: number,
  ) {}

  static async start(app: ServingApp, options: StackOptions, version: Version): Promise<Replica> {
    const port = await getPort({ port: PORTS });
    const replica = new Replica(app, options, version, port, await getPort({ port: PORTS }));
    await replica.start();
    return replica;
  }

  get pid(): number {
    return this.running.pid;
  }

  /** Of a gateway. */
  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get healthUrl(): string {
    return `http://127.0.0.1:${this.healthPort}/health`;
  }

  /** @param version of which it is from now on */
  async start(version = this.version): Promise<void> {
    this.version = version;
    this.isTold = false;
    const environment = {
      ...version.environmentOf(this.app, this.options),
      PORT: String(this.port),
      HEALTH_PORT: String(this.healthPort),
    };
    const running = await version.startApp(this.app, environment, this.options.logDir);
    this.running = running;
    void running.exited.then(() => {
      if (this.running === running && !this.isTold) this.ends += 1;
    });
  }

  /** Lets it finish what is under way. */
  async stop(): Promise<void> {
    this.isTold = true;
    await this.running.stop();
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    this.isTold = true;
    this.running.kill('SIGKILL');
    await this.running.exited;
  }

  /** Lets it have no more memory than it has. Under load it soon dies of that. */
  async starve(): Promise<void> {
    this.isTold = true;
    execFileSync('prlimit', ['--pid', String(this.pid), '--as=1']);
    await this.running.exited;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.running.kill(signal);
  }
}
