import { setTimeout as pause } from 'node:timers/promises';
import { Environment } from './environment.ts';
import type { StreamOptions } from './generator/stream.mjs';
import { Overload, type OverloadReport } from './overload.ts';
import { type Division, divideProcessors } from './processors.ts';
import { CATALOG, PERMISSIONS, OVERLOAD_TARGETS } from './targets.ts';

const ACCOUNTS = 50;
/** Rate of each account in requests per second, as in the plan of the demo key. */
export const RATE = 100;
/** A quota that is never exhausted, so that requests are charged but not rejected. */
const LARGE_QUOTA = 1_000_000_000;
const MEMORY_INTERVAL_MS = 250;

/**
 * Requests per second during the warm-up. Until Node has compiled the hot code, requests take up to 5 times as much CPU
 * time.
 */
const WARM_UP_RATE = 250;
const WARM_UP_MS = 60_000;
/**
 * The first rate to test when searching for the maximum rate, in requests per second. The rate is multiplied by
 * `RATE_FACTOR` until the share of good responses is too low.
 */
const FIRST_RATE = 500;
const RATE_FACTOR = 1.2;
const MIN_GOOD = 0.95;
const RATE_MS = 3000;

/** An {@link Environment} whose capacity has been measured, and a load generator with its own CPU. */
export class OverloadContext {
  private constructor(
    readonly environment: Environment,
    private readonly division: Division,
    /** API keys, one for each of {@link ACCOUNTS} accounts. */
    readonly keys: readonly string[],
    /** Maximum rate, in good responses per second. */
    readonly capacity: number,
  ) {}

  static async start(): Promise<OverloadContext> {
    const division = divideProcessors();
    let environment: Environment | undefined;
    try {
      environment = await Environment.start({ hasCpuShares: true });
      const keys = await addKeys(environment, ACCOUNTS, LARGE_QUOTA, RATE);
      const unmeasured = new OverloadContext(environment, division, keys, 0);
      const capacity = await unmeasured.bestRate();
      return new OverloadContext(environment, division, keys, capacity);
    } catch (error) {
      division.restore();
      await environment?.stop();
      throw error;
    }
  }

  /** Creates accounts and their keys. @param limit quota of each account @param rate requests per second of each */
  addKeys(count: number, limit: number, rate: number): Promise<string[]> {
    return addKeys(this.environment, count, limit, rate);
  }

  /**
   * Sends streams of requests.
   * @param targets paths; by default, those of every operation
   * @throws InvalidRun if the generator could not send the requests
   */
  async run(
    streams: readonly Omit<StreamOptions, 'targets'>[],
    targets = OVERLOAD_TARGETS,
  ): Promise<OverloadReport> {
    const { environment, division } = this;
    const all = streams.map((stream) => ({ ...stream, targets }));
    const overload = await Overload.start(division.generatorCommand, environment.gateways, all);
    return environment.track(overload).end();
  }

  /**
   * Runs work, and measures memory.
   * @returns the result of the work, and the peak memory of the largest process during the work, in megabytes
   */
  async measureMemory<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
    let isOver = false;
    let most = 0;
    const sampling = (async () => {
      while (!isOver) {
        const sizes = this.environment.instances.map(({ residentMegabytes }) => residentMegabytes);
        most = Math.max(most, ...sizes);
        await pause(MEMORY_INTERVAL_MS);
      }
    })();
    try {
      return [await work(), most];
    } finally {
      isOver = true;
      await sampling;
    }
  }

  restore(): Promise<void> {
    return this.environment.restore();
  }

  stop(): Promise<void> {
    this.division.restore();
    return this.environment.stop();
  }

  private async bestRate(): Promise<number> {
    await this.measureRate(WARM_UP_RATE, WARM_UP_MS);
    let best = 0;
    for (let rate = FIRST_RATE; ; rate *= RATE_FACTOR) {
      const goodPerSecond = await this.measureRate(rate, RATE_MS);
      best = Math.max(best, goodPerSecond);
      if (goodPerSecond < rate * MIN_GOOD) return best;
    }
  }

  /** Sends requests at the given rate. @returns the number of successful responses per second */
  private async measureRate(rate: number, ms: number): Promise<number> {
    const steps = [{ name: 'rate', rate, ms }];
    const report = await this.run([{ name: 'all', keys: this.keys, connections: 512, steps }]);
    return report.step('all', 'rate').goodPerSecond;
  }
}

function addKeys(
  environment: Environment,
  count: number,
  limit: number,
  rate: number,
): Promise<string[]> {
  const plan = { rate, base: limit, images: limit, permissions: PERMISSIONS, catalogs: [CATALOG] };
  return Promise.all(
    Array.from({ length: count }, async () => (await environment.account(plan)).key),
  );
}
