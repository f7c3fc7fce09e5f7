import {
  costs,
  figure,
  measure,
  perSecond,
  ratio,
  totalCpu,
  warmUp,
} from '../../harness/measure.mjs';
import { separateGenerator, shareProcessors } from '../../harness/processor-affinity.mjs';
import { rounded } from '../../harness/statistics.mjs';
import { atMost } from '../bounds.mjs';

const CONNECTIONS = 64;
const LOADS = [0.5, 0.7, 0.9];

/** Measures latency with random arrivals, at several shares of each target's maximum throughput. */
export async function latency(bench, { product, baselines, keysFile, certsFile }) {
  const { b, e } = baselines;
  const targets = [product, b, e];
  const traffic = [{ pathsFile: certsFile, share: 1 }];
  const servers = [bench.servers, ...targets.map(({ pids }) => pids)]
    .flatMap((pids) => Object.values(pids))
    .flat();
  separateGenerator(bench.load.pid, servers);
  const maxima = targets.map((target) => ({
    name: target.title,
    target,
    job: { keysFile, traffic, connections: CONNECTIONS },
  }));
  await warmUp(bench, maxima);
  const atMaximum = await measure(bench, maxima);
  const cases = LOADS.flatMap((load) =>
    targets.map((target) => {
      const rate = figure(atMaximum, target.title, perSecond) * load;
      const job = { keysFile, traffic, perSecond: rate };
      return { name: nameOf(target, load), load, target, job };
    }),
  );
  const samples = await measure(bench, cases);
  shareProcessors([bench.load.pid, ...servers]);
  bench.results.table(
    'Latency by load, from the time at which a request was due',
    cases.map(({ name, load, target, job }) => ({
      load: `${load * 100} %`,
      what: target.title,
      'offered/s': rounded(job.perSecond, 0),
      ...costs(samples, name),
      'p99 ÷ (b)': rounded(
        ratio(samples, name, nameOf(b, load), ({ p99 }) => p99),
        2,
      ),
    })),
  );
  const [atHalf, atFull] = [
    figure(samples, nameOf(product, 0.5), totalCpu),
    figure(atMaximum, product.title, totalCpu),
  ];
  return [atMost('CPU of a lookup at half load ÷ at full load', 1.3, atHalf / atFull)];
}

const nameOf = ({ title }, load) => `${title} at ${load * 100} %`;
