import type { Job, Outcome, Traffic } from './load/job.js';
import type { Load } from './load/load.js';
import { log } from './log.js';
import { type CpuTimes, cpuTimes, type Parts, perRequest } from './processes.js';
import type { Target } from './targets.js';

/** A case to measure, with its requests and load. */
export interface Case {
  readonly name: string;
  readonly target: Target;
  readonly traffic: readonly Traffic[];
  readonly shape: Job['shape'];
  /** Minimum duration of a measurement in seconds, for slow responses. */
  readonly leastSeconds?: number;
  /** Number of warm-up requests, for cases in which the default number does not fill the caches. */
  readonly warmUpRequests?: number;
}

/** Result of one case in one round. */
export interface Sample {
  readonly perSecond: number;
  readonly bytesPerRequest: number;
  readonly latencyMs: Outcome['latencyMs'];
  /** CPU time per request in microseconds, by part. */
  readonly cpu: CpuTimes;
}

/** Returns traffic in which all paths of a file are equally likely. */
export function uniform(pathsFile: string): Traffic[] {
  return [{ pathsFile, share: 1 }];
}

/** The samples of each case, one per round, by the name of the case. */
export type Samples = ReadonlyMap<string, readonly Sample[]>;

/** Processes and settings that all measurements share. */
export interface Bench {
  readonly load: Load;
  readonly keysFile: string;
  /** Servers that all targets share. */
  readonly servers: Parts;
  readonly rounds: number;
  readonly seconds: number;
  /** Cases that failed, by name, with the reason. */
  readonly failed: Map<string, string>;
  /** Label in the log for rounds that are excluded from the result. */
  readonly label?: string;
}

/** Time in milliseconds to warm up connections and caches before each measurement. */
const WARM_UP_MS = 1000;
const [PERIOD_SECONDS, MAX_PERIODS, ENOUGH_REQUESTS] = [3, 4, 10_000];

/**
 * Measures all cases in each of several rounds, so that other work on the machine affects all cases. A case that fails
 * has no samples and is not measured again.
 */
export async function measure(bench: Bench, cases: readonly Case[]): Promise<Samples> {
  const samples = new Map<string, Sample[]>(cases.map(({ name }) => [name, []]));
  for (let round = 1; round <= bench.rounds; round += 1) {
    for (const each of cases) {
      const sample = await tryOnce(bench, each);
      if (!sample) samples.delete(each.name);
      else {
        samples.get(each.name)?.push(sample);
        log(`${bench.label ?? 'round'} ${round}  ${each.name.padEnd(40)} ${describe(sample)}`);
      }
    }
  }
  return samples;
}

/**
 * Sends requests before the measurement, so that hot code is compiled and quotas are leased, as in long-running
 * processes. Failures are ignored.
 */
export async function warmUp(bench: Bench, cases: readonly Case[]): Promise<void> {
  for (const each of cases) {
    log(`warming up  ${each.name}`);
    const enough = each.warmUpRequests ?? ENOUGH_REQUESTS;
    let requests = 0;
    for (let period = 0; period < MAX_PERIODS && requests < enough; period += 1) {
      try {
        const { perSecond } = await measureOnce({ ...bench, seconds: PERIOD_SECONDS }, each);
        requests += perSecond * PERIOD_SECONDS;
      } catch (error) {
        log(`  ${(error as Error).message}`);
      }
    }
  }
}

async function tryOnce(bench: Bench, each: Case): Promise<Sample | null> {
  if (bench.failed.has(each.name)) return null;
  try {
    return await measureOnce(bench, each);
  } catch (error) {
    const { message } = error as Error;
    log(`${each.name} failed: ${message}`);
    bench.failed.set(each.name, message);
    return null;
  }
}

export async function measureOnce(bench: Bench, each: Case): Promise<Sample> {
  const parts = { ...bench.servers, ...each.target.parts };
  let before: CpuTimes = {};
  const outcome = await bench.load.run(
    {
      addresses: each.target.addresses,
      traffic: each.traffic,
      keysFile: bench.keysFile,
      shape: each.shape,
      warmUpMs: WARM_UP_MS,
      measureMs: Math.max(bench.seconds, each.leastSeconds ?? 0) * 1000,
    },
    () => {
      before = cpuTimes(parts);
    },
  );
  return {
    perSecond: outcome.requests / outcome.seconds,
    bytesPerRequest: outcome.bytes / outcome.requests,
    latencyMs: outcome.latencyMs,
    cpu: perRequest(before, cpuTimes(parts), outcome.requests),
  };
}

function describe({ perSecond, latencyMs }: Sample): string {
  return `${perSecond.toFixed(0).padStart(6)}/s  p50 ${latencyMs.p50.toFixed(2)} ms  p99 ${latencyMs.p99.toFixed(2)} ms`;
}
