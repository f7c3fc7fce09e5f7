import { readFileSync } from 'node:fs';
import type { RunningApp, ServingApp, StackOptions } from '@gcd/local';
import getPort, { portNumbers } from 'get-port';

/** How a version of the product starts its apps. */
export type Version = Pick<typeof import('@gcd/local'), 'environmentOf' | 'startApp'>;

// Ports outside the range that the kernel uses for outgoing connections. Otherwise, an outgoing connection could take
// the port of an instance while the instance restarts.
const PORTS = portNumbers(20_000, 30_000);

/** An instance of an app, which keeps its ports when it is restarted. */
export class Instance {
  unexpectedExits = 0;
  isRunning = false;
  private running!: RunningApp;
  private isStopping = false;

  private constructor(
    readonly app: ServingApp,
    private readonly options: StackOptions,
    private version: Version,
    private readonly port: number,
    private readonly healthPort: number,
  ) {}

  static async start(app: ServingApp, options: StackOptions, version: Version): Promise<Instance> {
    const [port, healthPort] = [await getPort({ port: PORTS }), await getPort({ port: PORTS })];
    const instance = new Instance(app, options, version, port, healthPort);
    await instance.start();
    return instance;
  }

  get pid(): number {
    return this.running.pid;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get healthUrl(): string {
    return `http://127.0.0.1:${this.healthPort}/health`;
  }

  /** Peak of the resident memory in megabytes; NaN on systems without /proc. */
  get peakMegabytes(): number {
    try {
      const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
      return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024);
    } catch {
      return Number.NaN;
    }
  }

  /** Starts the app. @param version the version to start, now and after restarts */
  async start(version = this.version): Promise<void> {
    this.version = version;
    this.isStopping = false;
    const environment = {
      ...version.environmentOf(this.app, this.options),
      PORT: String(this.port),
      HEALTH_PORT: String(this.healthPort),
    };
    const running = await version.startApp(this.app, environment, this.options.logDir);
    this.running = running;
    this.isRunning = true;
    void running.exited.then(() => {
      if (this.running !== running) return;
      this.isRunning = false;
      if (!this.isStopping) this.unexpectedExits += 1;
    });
  }

  /** Sends `SIGTERM` for a graceful stop. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running.stop();
  }

  /** Kills the process with `kill -9`. */
  async kill(): Promise<void> {
    this.isStopping = true;
    this.running.kill('SIGKILL');
    await this.running.exited;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.running.kill(signal);
  }
}
