import { readFileSync, writeFileSync } from 'node:fs';
import { pathsFile } from '../../harness/dataset.mjs';
import { costs, measure, perSecond, ratio, totalCpu, warmUp } from '../../harness/measure.mjs';
import { rounded } from '../../harness/statistics.mjs';
import { atLeast, atMost } from '../bounds.mjs';

const CONNECTIONS = [1, 16, 64];
const p50 = (sample) => sample.p50;

/** Measures cert lookups on several numbers of connections, and compares them with the baselines. */
export async function lookup(bench, environment) {
  const { product, baselines, certsFile, keysFile, directory } = environment;
  const { a, b, e } = baselines;
  const oneCertFile = pathsFile(directory, 'one-cert');
  writeFileSync(oneCertFile, `${readFileSync(certsFile, 'utf8').split('\n', 1)[0]}\n`);
  const cases = CONNECTIONS.flatMap((number) => {
    const of = (what, target, file) => ({
      name: nameOf(what, number),
      what,
      target,
      job: { keysFile, traffic: [{ pathsFile: file, share: 1 }], connections: number },
    });
    return [
      ...[product, b, e, a].map((target) => of(target.title, target, certsFile)),
      of(SAME_CERT, product, oneCertFile),
    ];
  });
  // Warm up only with the last number of connections, which also warms up the processes for the others.
  await warmUp(bench, cases.slice(-5));
  const samples = await measure(bench, cases);
  bench.results.table(
    'Cert lookup',
    cases.map(({ name, what, job }) => {
      const reference = nameOf(b.title, job.connections);
      return {
        connections: job.connections,
        what,
        ...costs(samples, name),
        'requests/s ÷ (b)': rounded(ratio(samples, name, reference, perSecond), 2),
        'all µs ÷ (b)': rounded(ratio(samples, name, reference, totalCpu), 2),
      };
    }),
  );
  const compare = (number, baseline, metric, what = product.title) =>
    ratio(samples, nameOf(what, number), nameOf(baseline.title, number), metric);
  return [
    atLeast('lookup, 64 connections, requests/s ÷ (b)', 0.8, compare(64, b, perSecond)),
    atMost('lookup, 64 connections, CPU ÷ (b)', 1.25, compare(64, b, totalCpu)),
    atLeast('lookup, 64 connections, requests/s ÷ (e)', 1.3, compare(64, e, perSecond)),
    atLeast('response cache hit ÷ (a)', 0.27, compare(64, a, perSecond, SAME_CERT)),
    atLeast('lookup, 16 connections, requests/s ÷ (b)', 0.6, compare(16, b, perSecond)),
    atMost('p50 at one connection ÷ (b)', 4, compare(1, b, p50)),
  ];
}

const SAME_CERT = 'the product, same cert repeatedly';
const nameOf = (what, connections) => `${what} at ${connections}`;
