import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as current from '@gcd/local';
import { addAccount, type TestPlan } from '../test/account.ts';
import { type Mortal, startMortal } from '../test/mortal.ts';
import { openWay, type Way } from '../test/way.ts';
import { type Disk, makeDisk } from './disk.ts';
import { type Entry, Load, now } from './load.ts';
import { Replica, type Version } from './replica.ts';
import { Trial } from './trial.ts';

const FIXTURE = fileURLToPath(new URL('../test/fixture', import.meta.url));
const CARD = '1a'.repeat(20);

/** Calls a second of every fault, unless it says otherwise. */
export const RATE = 300;
/** Before a fault, and after it. */
const AROUND_MS = 4000;
const WARM_UP_MS = 4000;

/** What is called all the time: every service, and what the gateway answers by itself. */
const TARGETS = [
  '/v1/certs/psa/10000001',
  '/v1/certs/psa/10000001/population',
  '/v1/certs/psa/10000001/images',
  `/v1/cards/${CARD}`,
  `/v1/cards/${CARD}/population`,
  `/v1/cards/${CARD}/population/history`,
  `/v1/cards/${CARD}/history`,
  '/v1/specs/psa/544027',
  '/v1/specs/psa/544027/population',
  '/v1/cards/search/simple?query=charizard',
  '/v1/cards/search/structured?query=charizard',
  '/v1/cards/population/changes?limit=10',
  '/v1/catalogs/pokemon',
  '/v1/grades',
  '/v1/grade-map',
  '/v1/usage',
];
const UNSTEADY = /changes|usage/;

/** What a stage is made of. */
export interface StageOptions {
  /** This one when absent. */
  readonly version?: Version;
  /** More configuration of a gateway. */
  readonly gateway?: (index: number) => NodeJS.ProcessEnv;
  /** Disks of their own, in megabytes. */
  readonly disks?: Readonly<Record<keyof Disks, number>>;
  /** The one replica whose ways to the servers can be cut; null: those of all. Nobody's when absent. */
  readonly waysOf?: { readonly app: current.ServingApp; readonly index: number } | 'all';
}

/** Ways to the servers that can be cut. */
export interface Ways {
  readonly database: Way;
  readonly nats: Way;
  readonly redis: Way;
}

/** Disks that can be filled. */
export interface Disks {
  readonly postgres: Disk;
  readonly redis: Disk;
  readonly logs: Disk;
}

/** Two gateways and two replicas of every service, on servers of their own that keep what they are told. */
export class Stage {
  private constructor(
    readonly directory: string,
    readonly postgres: Mortal,
    readonly nats: Mortal,
    readonly redis: Mortal,
    readonly ways: Ways,
    /** Null where none can be made. */
    readonly disks: Disks | null,
    readonly replicas: readonly Replica[],
    private readonly key: string,
  ) {}

  static async start({
    version,
    gateway,
    waysOf,
    disks: sizes,
  }: StageOptions = {}): Promise<Stage> {
    const directory = mkdtempSync(path.join(tmpdir(), 'gcd-faults-'));
    chmodSync(directory, 0o755);
    const say = (): void => undefined;
    const disks = sizes
      ? Object.entries(sizes).map(([name, size]) => [
          name,
          makeDisk(path.join(directory, name), size),
        ])
      : [];
    const server = (
      name: string,
      start: (options: current.ServerOptions) => Promise<current.Server>,
    ) =>
      startMortal(path.join(directory, name), (dir, port) =>
        start({ dir, keep: true, say, ...(port && { port }) }),
      );
    const [postgres, nats, redis] = await Promise.all([
      server('postgres', current.startPostgres),
      server('nats', current.startNats),
      server('redis', current.startRedis),
    ]);
    const env = {
      DATABASE_URL: postgres.url,
      NATS_URL: nats.url,
      SITE_URL: 'https://cards.example',
    };
    await current.runAdmin(['migrate'], env);
    await current.runAdmin(['import', FIXTURE], env);
    await current.runAdmin(['catalogs', 'build'], env);
    const { key } = await addAccount(postgres.url, {
      permissions: ['images', 'history', 'changes'],
      catalogs: ['pokemon'],
    });
    const [database, toNats, toRedis] = await Promise.all(
      [postgres, nats, redis].map(({ url }) => openWay(url)),
    );
    const ways = { database, nats: toNats, redis: toRedis } as Ways;
    const options = (hasWays: boolean, index: number): current.StackOptions => ({
      databaseAs: current.asRole(hasWays ? ways.database.url : postgres.url),
      natsUrl: hasWays ? ways.nats.url : nats.url,
      redisUrl: hasWays ? ways.redis.url : redis.url,
      siteUrl: env.SITE_URL,
      logDir: path.join(directory, 'logs'),
      cursorKeysFile: current.cursorKeysFile(directory),
      // Answers that are kept would hide what the services do.
      gateway: {
        KEPT_ANSWERS_MB: '0',
        GATEWAY_REPLICAS: '2',
        DRAIN_SECONDS: '2',
        ...gateway?.(index),
      },
    });
    const replicas: Replica[] = [];
    for (const app of current.SERVING_APPS) {
      const two = [0, 1].map((index) => {
        const hasWays = waysOf === 'all' || (waysOf?.app === app && waysOf.index === index);
        return Replica.start(app, options(hasWays, index), version ?? current);
      });
      replicas.push(...(await Promise.all(two)));
    }
    const allDisks =
      disks.length > 0 && disks.every(([, disk]) => disk)
        ? (Object.fromEntries(disks) as Disks)
        : null;
    const stage = new Stage(directory, postgres, nats, redis, ways, allDisks, replicas, key);
    await stage.warmUp();
    return stage;
  }

  /** The replicas of an app. */
  of(app: current.ServingApp): [Replica, Replica] {
    return this.replicas.filter((replica) => replica.app === app) as [Replica, Replica];
  }

  get gateways(): string[] {
    return this.of('gateway').map(({ address }) => address);
  }

  /** How often processes of ours ended without being told to. */
  get ends(): number {
    return this.replicas.reduce((sum, { ends }) => sum + ends, 0);
  }

  account(plan: TestPlan): Promise<{ readonly id: string; readonly key: string }> {
    return addAccount(this.postgres.url, plan);
  }

  /** @param limit of two accounts that may make so many calls and make more */
  async entries(limit?: number): Promise<Entry[]> {
    const free = TARGETS.map((target) => ({
      target,
      key: this.key,
      isSteady: !UNSTEADY.test(target),
    }));
    if (limit === undefined) return free;
    const accounts = await Promise.all([0, 1].map(() => this.account({ base: limit })));
    return [
      ...free,
      ...accounts.map(({ key }) => ({ target: '/v1/certs/psa/10000001', key, limit })),
    ];
  }

  /** Calls all the time, before a fault, while it lasts and after it. */
  async under(
    fault: (load: Load) => Promise<unknown>,
    options: { readonly limit?: number; readonly afterMs?: number; readonly rate?: number } = {},
  ): Promise<Trial> {
    const entries = await this.entries(options.limit);
    const load = await Load.begin(this.gateways, entries, options.rate ?? RATE);
    await pause(AROUND_MS);
    const from = now();
    await fault(load).catch(async (error: unknown) => {
      await load.end();
      throw error;
    });
    const to = now();
    await pause(options.afterMs ?? AROUND_MS);
    return new Trial(entries, await load.end(), from, to);
  }

  async stop(): Promise<void> {
    await Promise.all(this.of('gateway').map((replica) => replica.stop()));
    await Promise.all(this.replicas.map((replica) => replica.stop()));
    for (const way of Object.values(this.ways)) way.close();
    await Promise.all([this.postgres, this.nats, this.redis].map((server) => server.stop()));
    for (const disk of Object.values(this.disks ?? {})) disk.remove();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async warmUp(): Promise<void> {
    const load = await Load.begin(this.gateways, await this.entries(), RATE);
    await pause(WARM_UP_MS);
    await load.end();
  }
}
