import { setTimeout as pause } from 'node:timers/promises';
import { cpuTimes } from './processes.mjs';
import { median, rounded } from './statistics.mjs';

/** Time in milliseconds to open connections and fill caches before each measurement. */
const WARM_UP_MS = 1000;
const COMPILATION_SECONDS = 8;

/**
 * Measures cases. Each of several rounds measures all cases in turn, so that other work on the machine affects all.
 * @param bench the `load`, the process ids of the `servers` by name, and the number of `rounds` and `seconds`
 * @param cases each has a `name`, a `target`, and a `job` of the load
 * @returns the samples of each case by its name; a case with a failed request has none
 */
export async function measure(bench, cases) {
  const samples = new Map(cases.map(({ name }) => [name, []]));
  for (let round = 1; round <= bench.rounds; round += 1) {
    for (const each of cases) {
      if (!samples.has(each.name)) continue;
      const sample = await measureOnce(bench, each);
      if (sample.failed > 0 || sample.requests === 0) {
        bench.results.text(`${each.name} failed: ${JSON.stringify(sample.statuses)}`);
        samples.delete(each.name);
        process.exitCode = 1;
      } else samples.get(each.name).push(sample);
      const { perSecond, p50, p99 } = sample;
      const figures = `${rounded(perSecond, 0)}/s  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms`;
      console.error(`round ${round}  ${each.name.padEnd(40)} ${figures}`);
    }
  }
  return samples;
}

/** Sends requests before the measurement, so that hot code is compiled and quotas are leased. */
export async function warmUp(bench, cases) {
  for (const each of cases) {
    console.error(`warming up  ${each.name}`);
    await measureOnce({ ...bench, seconds: COMPILATION_SECONDS }, each);
  }
}

/** @returns one sample, with the CPU time per request in microseconds, by process */
async function measureOnce({ load, servers, seconds }, { target, job }) {
  const pids = { ...servers, ...target.pids };
  await load.ask('begin', { addresses: target.addresses, ...job });
  await pause(WARM_UP_MS);
  await load.ask('take');
  const before = cpuTimes(pids);
  await pause(seconds * 1000);
  const outcome = await load.ask('take');
  const cpu = Object.entries(cpuTimes(pids)).map(([name, spent]) => [
    name,
    ((spent - before[name]) * 1e6) / outcome.requests,
  ]);
  await load.ask('end');
  return {
    ...outcome,
    perSecond: outcome.requests / outcome.seconds,
    kilobytes: outcome.bytes / outcome.requests / 1000,
    cpu: Object.fromEntries(cpu),
  };
}

/** Returns the median of a metric across the rounds of a case. */
export function figure(samples, name, metric) {
  return median((samples.get(name) ?? []).map(metric));
}

/** Divides a metric of one case by the same metric of another, round by round, and returns the median. */
export function ratio(samples, name, by, metric) {
  const below = samples.get(by) ?? [];
  const ratios = (samples.get(name) ?? []).flatMap((sample, round) =>
    below[round] ? [metric(sample) / metric(below[round])] : [],
  );
  return median(ratios);
}

/** Returns the CPU time per request of all processes, in microseconds. */
export function totalCpu({ cpu }) {
  return Object.values(cpu).reduce((total, part) => total + part, 0);
}

export const perSecond = (sample) => sample.perSecond;

const SERVERS = ['PostgreSQL', 'NATS', 'Redis'];

/**
 * Returns the cells of a case for a table, as medians of all rounds: requests per second, latency, and the CPU time per
 * request of each process.
 */
export function costs(samples, name) {
  const of = (metric, digits) => rounded(figure(samples, name, metric), digits);
  const cpuOf = (part) => of(({ cpu }) => cpu[part] ?? 0, 0);
  const isService = ([part]) => part !== 'gateway' && !SERVERS.includes(part);
  const services = ({ cpu }) =>
    totalCpu({ cpu: Object.fromEntries(Object.entries(cpu).filter(isService)) });
  return {
    'requests/s': of(perSecond, 0),
    'p50 ms': of(({ p50 }) => p50, 2),
    'p99 ms': of(({ p99 }) => p99, 2),
    'gateway µs': cpuOf('gateway'),
    'services µs': of(services, 0),
    ...Object.fromEntries(SERVERS.map((server) => [`${server} µs`, cpuOf(server)])),
    'all µs': of(totalCpu, 0),
  };
}
