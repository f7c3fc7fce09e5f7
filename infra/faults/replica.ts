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
    private readonly environment: NodeJS.ProcessEnv,
    private readonly logDir: string,
    private version: Version,
  ) {}

  static async start(app: ServingApp, options: StackOptions, version: Version): Promise<Replica> {
    const ports = [await getPort({ port: PORTS }), await getPort({ port: PORTS })];
    const environment = {
      ...version.environmentOf(app, options),
      PORT: String(ports[0]),
      HEALTH_PORT: String(ports[1]),
    };
    const replica = new Replica(app, environment, options.logDir, version);
    await replica.start();
    return replica;
  }

  get pid(): number {
    return this.running.pid;
  }

  /** Of a gateway. */
  get address(): string {
    return `http://127.0.0.1:${this.environment.PORT}`;
  }

  get healthUrl(): string {
    return `http://127.0.0.1:${this.environment.HEALTH_PORT}/health`;
  }

  /** @param version of which it is from now on */
  async start(version = this.version): Promise<void> {
    this.version = version;
    this.isTold = false;
    const running = await version.startApp(this.app, this.environment, this.logDir);
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

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.running.kill(signal);
  }
}
