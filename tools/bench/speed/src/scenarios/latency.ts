import { figure, ratio } from '../metrics.js';
import { type Bench, type Case, measure, type Sample, type Samples, warmUp } from '../measure.js';
import { type Baselines, present } from '../baselines.js';
import { atMost, COST_COLUMNS, costs, count, decimal, type Section } from '../section.js';
import type { Environment } from '../environment.js';
import type { Target } from '../targets.js';

const CONNECTIONS = 64;

/** Measures latency at half of each target's maximum throughput, with random arrivals. */
export async function halfLoad(
  bench: Bench,
  environment: Environment,
  { b, c, d }: Baselines,
): Promise<Section> {
  const targets = present(environment.product, b, c, d);
  const most = await maxima(bench, environment, targets);
  const cases = targets.map(
    (target): Case => ({
      name: target.title,
      target,
      pathsFile: environment.certsFile,
      shape: { perSecond: figure(most, target.title, perSecond) / 2 },
    }),
  );
  const samples = await measure(bench, cases);
  const p99 = ratio(samples, environment.product.title, b.title, ({ latencyMs }) => latencyMs.p99);
  return {
    title: 'Half load',
    text: `Requests arrive at random (Poisson) at half of the maximum throughput on ${CONNECTIONS} connections; latency counts from the due time.`,
    columns: ['what', 'offered/s', ...COST_COLUMNS, 'p99 ÷ (b)'],
    rows: cases.map(({ name, shape }) => [
      name,
      count('perSecond' in shape ? shape.perSecond : 0),
      ...costs(samples, name),
      decimal(ratio(samples, name, b.title, ({ latencyMs }) => latencyMs.p99)),
    ]),
    bounds: [atMost('p99 at half load ÷ (b)', 2, p99)],
    samples,
  };
}

/** Measures the maximum throughput of targets on 64 connections, by title. */
export async function maxima(
  bench: Bench,
  environment: Environment,
  targets: readonly Target[],
): Promise<Samples> {
  const cases = targets.map(
    (target): Case => ({
      name: target.title,
      target,
      pathsFile: environment.certsFile,
      shape: { connections: CONNECTIONS },
    }),
  );
  await warmUp(bench, cases);
  return measure({ ...bench, label: 'maximum' }, cases);
}

const perSecond = (sample: Sample): number => sample.perSecond;
