import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as current from '@gcd/local';
import { addAccount, type TestPlan } from '@gcd/testing/account.js';
import { eventually } from '@gcd/testing/eventually.js';
import {
  isAlive,
  type RestartableServer,
  startRestartable,
} from '@gcd/testing/restartable-server.js';
import { startProxy, type TcpProxy } from '@gcd/testing/tcp-proxy.js';
import { Experiment } from './experiment.ts';
import { Instance, type Version } from './instance.ts';
import { type Endpoint, type Load, now, type Stream, startChecking } from './load.ts';
import { isReady } from './probes.ts';
import { CATALOG, PERMISSIONS, TARGETS, VARYING } from './targets.ts';

const FIXTURE = fileURLToPath(new URL('../../libs/testing/fixture', import.meta.url));

/** Rate of the steady load in requests per second. */
const RATE = 200;
const CONNECTIONS = 1000;
/** How long the load runs before and after a fault, in milliseconds. */
const AROUND_MS = 4000;
const READY_WITHIN_MS = 30_000;

const START = {
  postgres: current.startPostgres,
  nats: current.startNats,
  redis: current.startRedis,
};
type ServerName = keyof typeof START;

export interface ExperimentOptions {
  /** Quota of two additional accounts, which the load exhausts. */
  readonly limit?: number;
  /** How long the load runs after the fault, in milliseconds. */
  readonly afterMs?: number;
}

export interface EnvironmentOptions {
  /** Installs the version of the product to start. Defaults to the current one. */
  readonly install?: () => Promise<Version>;
  /** Whether the apps connect to the servers through proxies, which tests use to break connections. */
  readonly hasProxies?: boolean;
  /** Called at the end of the start. */
  readonly prepare?: (environment: Environment) => Promise<void>;
}

/** Two gateways and two instances of every service, on separate servers that keep their data across restarts. */
export class Environment {
  readonly directory = mkdtempSync(path.join(tmpdir(), 'gcd-faults-'));
  readonly instances: Instance[] = [];
  postgres!: RestartableServer;
  nats!: RestartableServer;
  redis!: RestartableServer;
  proxies!: Readonly<Record<ServerName, TcpProxy>>;
  private key = '';
  private readonly loads = new Set<Load>();
  /** Functions that stop or remove what was started. They are called in reverse order. */
  private readonly stops: (() => unknown)[] = [];

  private constructor(private readonly options: EnvironmentOptions) {}

  static async start(options: EnvironmentOptions = {}): Promise<Environment> {
    const environment = new Environment(options);
    try {
      await environment.start();
      return environment;
    } catch (error) {
      await environment.stop();
      throw error;
    }
  }

  private async start(): Promise<void> {
    const { directory, stops } = this;
    stops.push(() => rmSync(directory, { recursive: true, force: true }));
    chmodSync(directory, 0o755);
    const startServer = async (name: ServerName): Promise<RestartableServer> => {
      const server = await startRestartable(path.join(directory, name), (dir, port) =>
        START[name]({ dir, keep: true, log: () => undefined, ...(port && { port }) }),
      );
      stops.push(() => server.stop());
      return server;
    };
    [this.postgres, this.nats, this.redis] = await Promise.all([
      startServer('postgres'),
      startServer('nats'),
      startServer('redis'),
    ]);
    const env = { DATABASE_URL: this.postgres.url, NATS_URL: this.nats.url };
    await current.runAdmin(['migrate'], env);
    await current.runAdmin(['import', FIXTURE], env);
    await current.runAdmin(['catalogs', 'build'], env);
    this.key = (await this.account({ permissions: PERMISSIONS, catalogs: [CATALOG] })).key;
    const [postgres, nats, redis] = await Promise.all([
      startProxy(this.postgres.url),
      startProxy(this.nats.url),
      startProxy(this.redis.url),
    ]);
    this.proxies = { postgres, nats, redis };
    for (const proxy of [postgres, nats, redis]) stops.push(() => proxy.close());
    await this.startInstances();
    const load = await this.beginLoad(await this.endpoints());
    await pause(AROUND_MS);
    await load.ask('end');
    await this.options.prepare?.(this);
  }

  private async startInstances(): Promise<void> {
    const { install, hasProxies } = this.options;
    const version = (await install?.()) ?? current;
    const { postgres, nats, redis } = hasProxies ? this.proxies : this;
    const stopAll = (instances: readonly Instance[]): Promise<unknown> =>
      Promise.all(instances.map((instance) => instance.stop()));
    this.stops.push(() => stopAll(this.instances));
    // Stop the gateways first, because their requests in flight still need the services.
    this.stops.push(() => stopAll(this.of('gateway')));
    this.stops.push(() => this.stopLoads());
    for (const app of current.SERVING_APPS.flatMap((each) => [each, each])) {
      const options: current.StackOptions = {
        databaseAs: current.asRole(postgres.url),
        natsUrl: nats.url,
        redisUrl: redis.url,
        siteUrl: 'https://cards.example',
        logDir: path.join(this.directory, 'logs'),
        cursorKeysFile: current.cursorKeysFile(this.directory),
        // Disable the response cache, because cached responses would hide the behavior of the services.
        gateway: { RESPONSE_CACHE_MB: '0', DRAIN_SECONDS: '2' },
      };
      this.instances.push(await Instance.start(app, options, version));
    }
  }

  of(app: current.ServingApp): [Instance, Instance] {
    return this.instances.filter((instance) => instance.app === app) as [Instance, Instance];
  }

  get gateways(): string[] {
    return this.of('gateway').map(({ address }) => address);
  }

  get unexpectedExits(): number {
    return this.instances.reduce((sum, { unexpectedExits }) => sum + unexpectedExits, 0);
  }

  /** Process ids of all instances and servers. */
  get pids(): number[] {
    return [...this.instances, this.postgres, this.nats, this.redis].map(({ pid }) => pid);
  }

  account(plan: TestPlan): Promise<{ readonly id: string; readonly key: string }> {
    return addAccount(this.postgres.url, plan);
  }

  /**
   * Sends a steady load before, during and after a fault.
   * @throws InvalidRun if the environment could not serve the load even before the fault
   */
  async during(
    fault: (load: Load) => Promise<unknown>,
    options: ExperimentOptions = {},
  ): Promise<Experiment> {
    const exits = this.unexpectedExits;
    const endpoints = await this.endpoints(options.limit);
    const load = await this.beginLoad(endpoints);
    await pause(AROUND_MS);
    const from = now();
    await fault(load);
    const to = now();
    await pause(options.afterMs ?? AROUND_MS);
    const outcomes = await load.ask('end');
    const experiment = new Experiment(endpoints, outcomes, from, to, this.unexpectedExits - exits);
    experiment.assertValid();
    return experiment;
  }

  /** Starts a process that sends a load. {@link restore} stops it if it is still running. */
  async startLoad(): Promise<Load> {
    const load = await startChecking();
    this.loads.add(load);
    return load;
  }

  /** Undoes all faults, and waits until every instance is ready. */
  async restore(): Promise<void> {
    this.stopLoads();
    for (const proxy of Object.values(this.proxies)) proxy.mend();
    for (const server of [this.postgres, this.nats, this.redis]) {
      if (!isAlive(server)) await server.startAgain();
    }
    for (const instance of this.instances) {
      if (instance.isRunning) instance.signal('SIGCONT');
      else await instance.start();
    }
    await eventually(async () => {
      for (const instance of this.instances) {
        if (!(await isReady(instance))) throw new Error(`${instance.app} is not ready`);
      }
    }, READY_WITHIN_MS);
  }

  async stop(): Promise<void> {
    for (const stop of this.stops.reverse()) await stop();
  }

  private async endpoints(limit?: number): Promise<Endpoint[]> {
    const { key } = this;
    const unlimited = TARGETS.map((target) => ({ target, key, isSteady: !VARYING.test(target) }));
    if (limit === undefined) return unlimited;
    const accounts = await Promise.all([0, 1].map(() => this.account({ base: limit })));
    return [
      ...unlimited,
      ...accounts.map((account) => ({ target: '/v1/certs/psa/10000001', key: account.key, limit })),
    ];
  }

  private async beginLoad(endpoints: readonly Endpoint[]): Promise<Load> {
    const load = await this.startLoad();
    const steps = [{ rate: RATE, ms: Number.POSITIVE_INFINITY }];
    const streams: Stream[] = [{ endpoints, connections: CONNECTIONS, steps }];
    await load.ask('begin', { addresses: this.gateways, streams });
    return load;
  }

  private stopLoads(): void {
    for (const load of this.loads) load.stop();
    this.loads.clear();
  }
}
