import { writeFileSync } from 'node:fs';
import type { Baselines } from '../baselines.js';
import { firstLines } from '../dataset.js';
import { type Environment, pathsFile } from '../environment.js';
import { type Bench, type Case, measure, type Sample, uniform, warmUp } from '../measure.js';
import { ratio, totalCpu } from '../metrics.js';
import { atLeast, atMost, COST_COLUMNS, costs, decimal, type Section } from '../section.js';
import type { Target } from '../targets.js';

const perSecond = (sample: Sample): number => sample.perSecond;
const p50 = ({ latencyMs }: Sample): number => latencyMs.p50;

/** Measures cert lookups in a closed loop, and compares them with the baselines. */
export async function lookup(
  bench: Bench,
  environment: Environment,
  baselines: Baselines,
  connections: readonly number[],
): Promise<Section> {
  const hot = hotCertFile(environment);
  const { product } = environment;
  const cases = connections.flatMap((number): Case[] => {
    const shape = { connections: number };
    const of = (target: Target): Case => ({
      name: nameOf(target, number),
      target,
      traffic: uniform(environment.certsFile),
      shape,
    });
    const same: Case = { name: sameCert(number), target: product, traffic: uniform(hot), shape };
    return [of(product), of(baselines.b), of(baselines.e), same, of(baselines.a)];
  });
  // Warm up only with the highest load, which also warms up the processes for lower loads.
  await warmUp(bench, [...new Map(cases.map((each) => [each.target, each])).values()]);
  const samples = await measure(bench, cases);

  const by = (
    baseline: Target,
    number: number,
    of: (sample: Sample) => number = perSecond,
  ): number => ratio(samples, nameOf(product, number), nameOf(baseline, number), of);
  const has = (number: number): boolean => connections.includes(number);
  return {
    title: 'Cert lookup',
    text: `Each request looks up one of ${environment.size.certs.toLocaleString('en-US')} certs with one of 1,000 API keys, chosen at random. Each connection sends one request at a time.`,
    columns: ['connections', 'what', ...COST_COLUMNS, 'requests/s ÷ (b)', 'all µs ÷ (b)'],
    rows: cases.map(({ name, shape }) => {
      const number = 'connections' in shape ? shape.connections : 0;
      const [what = ''] = name.split(' at ');
      const toB = (of: (sample: Sample) => number): string =>
        decimal(ratio(samples, name, nameOf(baselines.b, number), of));
      return [String(number), what, ...costs(samples, name), toB(perSecond), toB(totalCpu)];
    }),
    bounds: [
      ...(has(64)
        ? [
            atLeast('cert lookup at 64 connections, requests/s ÷ (b)', 0.8, by(baselines.b, 64)),
            atMost('the same, CPU ÷ (b)', 1.25, by(baselines.b, 64, totalCpu)),
            atLeast('the same, requests/s ÷ (e)', 1.3, by(baselines.e, 64)),
            atLeast(
              'hit in the response cache ÷ (a), 64 connections',
              0.27,
              ratio(samples, sameCert(64), nameOf(baselines.a, 64), perSecond),
            ),
          ]
        : []),
      ...(has(16)
        ? [atLeast('cert lookup at 16 connections, requests/s ÷ (b)', 0.6, by(baselines.b, 16))]
        : []),
      ...(has(1) ? [atMost('p50 at one connection ÷ (b)', 4, by(baselines.b, 1, p50))] : []),
    ],
    samples,
  };
}

function nameOf(target: Target, connections: number): string {
  return `${target.title} at ${connections}`;
}

const sameCert = (connections: number): string =>
  `the product, same cert repeatedly at ${connections}`;

function hotCertFile({ directory, certsFile }: Environment): string {
  const file = pathsFile(directory, 'one-cert');
  writeFileSync(file, `${firstLines(certsFile, 1)}\n`);
  return file;
}
