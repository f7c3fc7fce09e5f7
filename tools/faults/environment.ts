import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as current from '@gcd/local';
import { addAccount, type TestPlan } from '@gcd/testing/account.js';
import { eventually } from '@gcd/testing/eventually.js';
import type { RestartableServer } from '@gcd/testing/restartable-server.js';
import { startProxy, type TcpProxy } from '@gcd/testing/tcp-proxy.js';
import { CpuShares } from './cpu-shares.ts';
import { type Disks, makeDisks } from './disk.ts';
import { Experiment } from './experiment.ts';
import { Instance, type Version } from './instance.ts';
import { isReady } from './probes.ts';
import { type Servers, startServers } from './servers.ts';
import { type Endpoint, now, SteadyLoad } from './steady-load.ts';
import { CATALOG, PERMISSIONS, TARGETS, VARYING } from './targets.ts';

const FIXTURE = fileURLToPath(new URL('../../libs/testing/fixture', import.meta.url));

/** Rate of the steady load in requests per second. */
const RATE = 200;
/** How long the load runs before and after a fault, in milliseconds. */
const AROUND_MS = 4000;
const WARM_UP_MS = 4000;
const READY_WITHIN_MS = 30_000;

export interface EnvironmentOptions {
  /** Version of the product to start. Defaults to the current one. */
  readonly version?: Version;
  readonly gateway?: (index: number) => NodeJS.ProcessEnv;
  /** Sizes of separate disks, in megabytes. */
  readonly disks?: Readonly<Record<keyof Disks, number>>;
  /** Whether the apps connect to the servers through {@link Proxies}. */
  readonly hasProxies?: boolean;
  /** Whether to give each process the CPU weight of its pod. Has no effect if control groups cannot be created. */
  readonly hasCpuShares?: boolean;
}

/** TCP proxies in front of the servers. Tests use them to break connections. */
export interface Proxies {
  readonly database: TcpProxy;
  readonly nats: TcpProxy;
  readonly redis: TcpProxy;
}

type Stop = () => unknown;

/** Two gateways and two instances of every service, on separate servers that keep their data across restarts. */
export class Environment {
  private readonly loads = new Set<{ stop(): void }>();

  private constructor(
    readonly directory: string,
    private readonly servers: Servers,
    readonly proxies: Proxies,
    /** Null if disks cannot be created. */
    readonly disks: Disks | null,
    readonly instances: readonly Instance[],
    private readonly key: string,
    private readonly stops: readonly Stop[],
  ) {}

  static async start(options: EnvironmentOptions = {}): Promise<Environment> {
    const stops: Stop[] = [];
    try {
      return await Environment.startAll(options, stops);
    } catch (error) {
      await stopAll(stops);
      throw error;
    }
  }

  /** @param stops receives functions that stop or remove what was started */
  private static async startAll(
    {
      version = current,
      gateway,
      hasProxies = false,
      hasCpuShares = false,
      disks: sizes,
    }: EnvironmentOptions,
    stops: Stop[],
  ): Promise<Environment> {
    const directory = mkdtempSync(path.join(tmpdir(), 'gcd-faults-'));
    stops.push(() => rmSync(directory, { recursive: true, force: true }));
    chmodSync(directory, 0o755);
    const cpuShares = hasCpuShares ? CpuShares.create() : null;
    stops.push(() => cpuShares?.remove());
    const disks = sizes ? makeDisks(directory, sizes) : null;
    for (const disk of Object.values(disks ?? {})) stops.push(() => disk.remove());
    const servers = await startServers(directory, cpuShares);
    stops.push(() => servers.stop());
    const { postgres, nats, redis } = servers;
    const env = {
      DATABASE_URL: postgres.url,
      NATS_URL: nats.url,
      SITE_URL: 'https://cards.example',
    };
    await current.runAdmin(['migrate'], env);
    await current.runAdmin(['import', FIXTURE], env);
    await current.runAdmin(['catalogs', 'build'], env);
    const { key } = await addAccount(postgres.url, {
      permissions: PERMISSIONS,
      catalogs: [CATALOG],
    });
    const [database, toNats, toRedis] = await Promise.all(
      [postgres, nats, redis].map(({ url }) => startProxy(url)),
    );
    const proxies = { database, nats: toNats, redis: toRedis } as Proxies;
    for (const proxy of Object.values(proxies)) stops.push(() => proxy.close());
    const options = (index: number): current.StackOptions => ({
      databaseAs: current.asRole(hasProxies ? proxies.database.url : postgres.url),
      natsUrl: hasProxies ? proxies.nats.url : nats.url,
      redisUrl: hasProxies ? proxies.redis.url : redis.url,
      siteUrl: env.SITE_URL,
      logDir: path.join(directory, 'logs'),
      cursorKeysFile: current.cursorKeysFile(directory),
      // Disable the response cache, because cached responses would hide the behavior of the services.
      gateway: {
        RESPONSE_CACHE_MB: '0',
        DRAIN_SECONDS: '2',
        ...gateway?.(index),
      },
    });
    const instances: Instance[] = [];
    const stopInstances = (stopped: readonly Instance[]) =>
      Promise.all(stopped.map((instance) => instance.stop()));
    stops.push(() => stopInstances(instances));
    for (const app of current.SERVING_APPS) {
      for (const index of [0, 1]) {
        instances.push(await Instance.start(app, index, options(index), version, cpuShares));
      }
    }
    const environment = new Environment(directory, servers, proxies, disks, instances, key, stops);
    // Stop the gateways first, because their requests in flight still need the services.
    stops.push(() => stopInstances(environment.of('gateway')));
    stops.push(() => environment.stopLoads());
    await environment.warmUp();
    return environment;
  }

  of(app: current.ServingApp): [Instance, Instance] {
    return this.instances.filter((instance) => instance.app === app) as [Instance, Instance];
  }

  get postgres(): RestartableServer {
    return this.servers.postgres;
  }

  get nats(): RestartableServer {
    return this.servers.nats;
  }

  get redis(): RestartableServer {
    return this.servers.redis;
  }

  get gateways(): string[] {
    return this.of('gateway').map(({ address }) => address);
  }

  get unexpectedExits(): number {
    return this.instances.reduce((sum, { unexpectedExits }) => sum + unexpectedExits, 0);
  }

  account(plan: TestPlan): Promise<{ readonly id: string; readonly key: string }> {
    return addAccount(this.postgres.url, plan);
  }

  /** Returns the endpoints to request. @param limit quota of two additional accounts; the load exhausts this quota */
  async endpoints(limit?: number): Promise<Endpoint[]> {
    const { key } = this;
    const unlimited = TARGETS.map((target) => ({ target, key, isSteady: !VARYING.test(target) }));
    if (limit === undefined) return unlimited;
    const accounts = await Promise.all([0, 1].map(() => this.account({ base: limit })));
    return [
      ...unlimited,
      ...accounts.map((account) => ({ target: '/v1/certs/psa/10000001', key: account.key, limit })),
    ];
  }

  /**
   * Sends a steady load before, during and after a fault.
   * @throws InvalidRun if the environment could not serve the load even before the fault
   */
  async during(
    fault: (load: SteadyLoad) => Promise<unknown>,
    options: { readonly limit?: number; readonly afterMs?: number } = {},
  ): Promise<Experiment> {
    const endpoints = await this.endpoints(options.limit);
    const load = this.track(await SteadyLoad.begin(this.gateways, endpoints, RATE));
    await pause(AROUND_MS);
    const from = now();
    await fault(load);
    const to = now();
    await pause(options.afterMs ?? AROUND_MS);
    const experiment = new Experiment(endpoints, await load.end(), from, to);
    experiment.assertValid();
    return experiment;
  }

  /** Registers a load, so that {@link restore} stops it if it is still running. */
  track<Load extends { stop(): void }>(load: Load): Load {
    this.loads.add(load);
    return load;
  }

  /** Undoes all faults, and waits until every instance is ready. */
  async restore(): Promise<void> {
    this.stopLoads();
    for (const proxy of Object.values(this.proxies)) proxy.mend();
    for (const disk of Object.values(this.disks ?? {})) disk.free();
    for (const server of [this.postgres, this.nats, this.redis]) {
      if (!isAlive(server.pid)) await server.startAgain();
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

  stop(): Promise<void> {
    return stopAll(this.stops);
  }

  private stopLoads(): void {
    for (const load of this.loads) load.stop();
    this.loads.clear();
  }

  private async warmUp(): Promise<void> {
    const load = this.track(await SteadyLoad.begin(this.gateways, await this.endpoints(), RATE));
    await pause(WARM_UP_MS);
    await load.end();
  }
}

async function stopAll(stops: readonly Stop[]): Promise<void> {
  for (const stop of [...stops].reverse()) await stop();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
