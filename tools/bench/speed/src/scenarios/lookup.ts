import { writeFileSync } from 'node:fs';
import { firstLines } from '../dataset.js';
import { ratio, totalCpu } from '../metrics.js';
import { type Bench, type Case, measure, type Sample, warmUp } from '../measure.js';
import { type Peers, present } from '../baselines.js';
import { atLeast, atMost, COST_COLUMNS, costs, decimal, type Section } from '../section.js';
import { pathsFile, type Stage } from '../environment.js';
import type { Target } from '../targets.js';

const perSecond = (sample: Sample): number => sample.perSecond;
const p50 = ({ latencyMs }: Sample): number => latencyMs.p50;

/** Cert lookups in a closed loop, compared with the baselines. */
export async function lookup(
  bench: Bench,
  stage: Stage,
  peers: Peers,
  connections: readonly number[],
): Promise<Section> {
  const hot = hotCertFile(stage);
  const { product } = stage;
  const cases = connections.flatMap((number): Case[] => {
    const shape = { connections: number };
    const of = (target: Target): Case => ({
      name: nameOf(target, number),
      target,
      pathsFile: stage.certsFile,
      shape,
    });
    const same: Case = { name: sameCert(number), target: product, pathsFile: hot, shape };
    return [of(product), of(peers.b), same, ...present(peers.a, peers.c, peers.d).map(of)];
  });
  // At the highest load, which includes the lower ones.
  await warmUp(bench, [...new Map(cases.map((each) => [each.target, each])).values()]);
  const samples = await measure(bench, cases);

  const by = (peer: Target, number: number, of: (sample: Sample) => number = perSecond): number =>
    ratio(samples, nameOf(product, number), nameOf(peer, number), of);
  const has = (number: number): boolean => connections.includes(number);
  return {
    title: 'Cert look-up',
    text: `A random cert of ${stage.size.certs.toLocaleString('en-US')}, a random key of 1,000, on a fixed number of connections that wait for each answer.`,
    columns: ['connections', 'what', ...COST_COLUMNS, 'calls/s ÷ (b)', 'all µs ÷ (b)'],
    rows: cases.map(({ name, shape }) => {
      const number = 'connections' in shape ? shape.connections : 0;
      const [what = ''] = name.split(' at ');
      const toB = (of: (sample: Sample) => number): string =>
        decimal(ratio(samples, name, nameOf(peers.b, number), of));
      return [String(number), what, ...costs(samples, name), toB(perSecond), toB(totalCpu)];
    }),
    bounds: [
      ...(has(64)
        ? [
            atLeast('cert look-up at 64 connections, calls/s ÷ (b)', 1, by(peers.b, 64)),
            ...present(peers.c, peers.d).map((peer) =>
              atLeast(`the same ÷ ${peer.title.slice(0, 3)}`, 12, by(peer, 64)),
            ),
            atLeast(
              'found in the gateway’s cache ÷ (a), 64 connections',
              0.6,
              ratio(samples, sameCert(64), nameOf(peers.a, 64), perSecond),
            ),
          ]
        : []),
      ...(has(16)
        ? [atLeast('cert look-up at 16 connections, calls/s ÷ (b)', 0.65, by(peers.b, 16))]
        : []),
      ...(has(1) ? [atMost('p50 at one connection ÷ (b)', 8, by(peers.b, 1, p50))] : []),
    ],
    samples,
  };
}

function nameOf(target: Target, connections: number): string {
  return `${target.title} at ${connections}`;
}

const sameCert = (connections: number): string =>
  `the product, one cert over and over at ${connections}`;

function hotCertFile({ directory, certsFile }: Stage): string {
  const file = pathsFile(directory, 'one-cert');
  writeFileSync(file, `${firstLines(certsFile, 1)}\n`);
  return file;
}
