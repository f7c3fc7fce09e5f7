import { separateGenerator } from '../bench/harness/processor-affinity.mjs';
import { InvalidRun, Skip } from './checks.ts';
import type { Environment } from './environment.ts';
import { type Endpoint, errorsOf, type Outcome, percentile, type Stream } from './load.ts';
import { CATALOG, OVERLOAD_TARGETS, PERMISSIONS } from './targets.ts';

const ACCOUNTS = 50;
/** Rate of each account in requests per second, as in the plan of the demo key. */
export const RATE = 100;
/** The quotas are never exhausted, so that requests are charged but not rejected. */
const PLAN = {
  rate: RATE,
  base: 1_000_000_000,
  images: 1_000_000_000,
  permissions: PERMISSIONS,
  catalogs: [CATALOG],
};
/** The generator handles at most this share of the requests more than this late. Otherwise, the run is invalid. */
const [MAX_LATE, LATE_MS] = [0.01, 50];

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

/** The outcomes of the requests of a stream that were due in one step. Times are in milliseconds. */
export interface StepReport {
  readonly outcomes: readonly Outcome[];
  readonly good: readonly Outcome[];
  readonly rejected: readonly Outcome[];
  readonly goodP99: number;
  /** Good responses received while the step lasted, per second. */
  readonly goodPerSecond: number;
  readonly failures: Readonly<Record<string, number>>;
  /** Due time of the last request that did not succeed, after the start of the step; 0 if there is none. */
  readonly lastFailure: number;
}

/** Overloads an {@link Environment} with load generators that have their own CPU. */
export class Overload {
  /** API keys, one for each of {@link ACCOUNTS} accounts. */
  keys: readonly string[] = [];
  /** Maximum rate, in good responses per second. */
  capacity = 0;

  private constructor(private readonly environment: Environment) {}

  static async start(environment: Environment): Promise<Overload> {
    const overload = new Overload(environment);
    overload.keys = await Promise.all(
      Array.from({ length: ACCOUNTS }, async () => (await environment.account(PLAN)).key),
    );
    await overload.measureRate(WARM_UP_RATE, WARM_UP_MS);
    for (let rate = FIRST_RATE; ; rate *= RATE_FACTOR) {
      const goodPerSecond = await overload.measureRate(rate, RATE_MS);
      overload.capacity = Math.max(overload.capacity, goodPerSecond);
      if (goodPerSecond < rate * MIN_GOOD) return overload;
    }
  }

  /**
   * Sends streams of requests.
   * @returns a report for each step of each stream
   * @throws InvalidRun if the generator could not send the requests in time
   * @throws Skip if the generator cannot have its own CPU
   */
  async run(...streams: readonly Stream[]): Promise<StepReport[][]> {
    const { environment } = this;
    const load = await environment.startLoad();
    if (!separateGenerator(load.pid, [process.pid, ...environment.pids])) {
      throw new Skip('the load generator cannot have its own CPU');
    }
    await load.ask('begin', { addresses: environment.gateways, streams });
    const outcomes: readonly Outcome[] = await load.ask('finish');
    const late = outcomes.filter(({ due, begun }) => begun - due > LATE_MS);
    if (late.length > outcomes.length * MAX_LATE) {
      throw new InvalidRun(`${late.length} of ${outcomes.length} requests were sent late`);
    }
    return streams.map(({ steps }, stream) =>
      steps.map(({ ms }, step) => {
        const own = outcomes.filter((outcome) => outcome.stream === stream);
        return reportOf(own, step, ms);
      }),
    );
  }

  /** Sends requests at the given rate. @returns the number of successful responses per second */
  private async measureRate(rate: number, ms: number): Promise<number> {
    const stream = { endpoints: endpointsOf(this.keys), connections: 512, steps: [{ rate, ms }] };
    const [[report] = []] = await this.run(stream);
    return report?.goodPerSecond ?? 0;
  }
}

/** Returns endpoints that request all paths with each key. */
export function endpointsOf(keys: readonly string[]): Endpoint[] {
  return keys.flatMap((key) => OVERLOAD_TARGETS.map((target) => ({ target, key })));
}

function reportOf(stream: readonly Outcome[], step: number, ms: number): StepReport {
  const outcomes = stream.filter((outcome) => outcome.step === step);
  const good = outcomes.filter(({ status }) => status === 200);
  const failed = outcomes.filter(({ status }) => status !== 200);
  const start = outcomes.reduce((first, { due }) => Math.min(first, due), Number.POSITIVE_INFINITY);
  const received = stream.filter(
    (outcome) =>
      outcome.status === 200 && outcome.received >= start && outcome.received < start + ms,
  );
  const lastDue = failed.reduce((last, { due }) => Math.max(last, due), start);
  return {
    outcomes,
    good,
    rejected: outcomes.filter(({ status }) => status === 503),
    goodP99: percentile(good, 0.99),
    goodPerSecond: Math.round((received.length * 1000) / ms),
    failures: errorsOf(outcomes),
    lastFailure: Math.round(lastDue - start),
  };
}
