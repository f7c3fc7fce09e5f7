import type { Baselines } from '../baselines.js';
import type { Environment } from '../environment.js';
import { type Bench, type Case, measure, type Samples, uniform, warmUp } from '../measure.js';
import { figure, ratio, totalCpu } from '../metrics.js';
import { separateGenerator, shareCores } from '../processor-affinity.js';
import { atMost, COST_COLUMNS, costs, count, decimal, type Section } from '../section.js';
import type { Target } from '../targets.js';

const CONNECTIONS = 64;
const LOADS = [0.5, 0.7, 0.9];

/** Measures latency with random arrivals, at several shares of each target's maximum throughput. */
export async function latency(
  bench: Bench,
  environment: Environment,
  baselines: Baselines,
): Promise<Section> {
  const targets = [environment.product, baselines.b, baselines.e];
  const servers = {
    ...bench.servers,
    ...Object.assign({}, ...targets.map(({ title, parts }) => prefixed(title, parts))),
  };
  const isSeparate = separateGenerator(bench.load.pid, servers);
  try {
    return await measureLatency(bench, environment, baselines, targets, isSeparate);
  } finally {
    shareCores(bench.load.pid, servers);
  }
}

async function measureLatency(
  bench: Bench,
  environment: Environment,
  { b }: Baselines,
  targets: readonly Target[],
  isSeparate: boolean,
): Promise<Section> {
  const most = await maxima(bench, environment, targets);
  const cases = LOADS.flatMap((load) =>
    targets.map(
      (target): Case => ({
        name: nameOf(target, load),
        target,
        traffic: uniform(environment.certsFile),
        shape: { perSecond: figure(most, target.title, ({ perSecond }) => perSecond) * load },
      }),
    ),
  );
  const samples = await measure(bench, cases);
  const toB = (target: Target, load: number): number =>
    ratio(samples, nameOf(target, load), nameOf(b, load), ({ latencyMs }) => latencyMs.p99);
  const cpuAt = (of: Samples, load?: number): number =>
    figure(of, load ? nameOf(environment.product, load) : environment.product.title, totalCpu);
  const where = isSeparate
    ? 'The load generator has one core, and all other processes share the other cores.'
    : 'The load generator shares all cores with the servers.';
  return {
    title: 'Latency by load',
    text: `Requests arrive at random times (Poisson process). The load is a share of the maximum throughput of the product or baseline on ${CONNECTIONS} connections. Latency is measured from the time at which a request was due. ${where}`,
    columns: ['load', 'what', 'offered/s', ...COST_COLUMNS, 'p99 ÷ (b)'],
    rows: LOADS.flatMap((load) =>
      targets.map((target) => {
        const name = nameOf(target, load);
        const shape = cases.find((each) => each.name === name)?.shape;
        const offered = shape && 'perSecond' in shape ? shape.perSecond : Number.NaN;
        const cells = [...costs(samples, name), decimal(toB(target, load))];
        return [percent(load), target.title, count(offered), ...cells];
      }),
    ),
    bounds: [
      atMost('CPU of a lookup at half load ÷ at full load', 1.3, cpuAt(samples, 0.5) / cpuAt(most)),
    ],
    samples,
  };
}

/** Measures the maximum throughput of each target on 64 connections. The samples are keyed by the target's title. */
async function maxima(
  bench: Bench,
  environment: Environment,
  targets: readonly Target[],
): Promise<Samples> {
  const cases = targets.map(
    (target): Case => ({
      name: target.title,
      target,
      traffic: uniform(environment.certsFile),
      shape: { connections: CONNECTIONS },
    }),
  );
  await warmUp(bench, cases);
  return measure({ ...bench, label: 'maximum' }, cases);
}

function prefixed(title: string, parts: Target['parts']): Target['parts'] {
  return Object.fromEntries(
    Object.entries(parts).map(([part, pids]) => [`${title} ${part}`, pids]),
  );
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const nameOf = ({ title }: Target, load: number): string => `${title} at ${percent(load)}`;
