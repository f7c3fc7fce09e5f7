import type { Environment } from '../environment.js';
import { log } from '../log.js';
import { type Bench, type Case, measureOnce, uniform } from '../measure.js';
import { figure } from '../metrics.js';
import { memoryBytes, type Parts } from '../processes.js';
import { atMost, count, decimal, type Section } from '../section.js';
import { maxima } from './latency.js';

const EVERY_MS = 10_000;
const MINUTE_MS = 60_000;
const MEGABYTE = 1e6;

type Memory = Readonly<Record<string, number>>;

/** Measures the memory of every process over several minutes, at half of the product's maximum throughput. */
export async function memory(
  bench: Bench,
  environment: Environment,
  minutes: number,
): Promise<Section> {
  const { product } = environment;
  const most = await maxima({ ...bench, rounds: 1 }, environment, [product]);
  const perSecond = figure(most, product.title, (sample) => sample.perSecond) / 2;
  const watched = watch({ ...product.parts, ...bench.servers });
  const each: Case = {
    name: 'memory',
    target: product,
    traffic: uniform(environment.certsFile),
    shape: { perSecond },
  };
  const sample = await measureOnce({ ...bench, seconds: minutes * 60 }, each);
  const series = watched.stop();
  const at = (minute: number): Memory =>
    series[Math.min(series.length - 1, Math.round((minute * MINUTE_MS) / EVERY_MS))] ?? {};
  const moments = [...new Set([0, 1, Math.ceil(minutes / 2), minutes])].map(at);
  const middle = at(Math.ceil(minutes / 2));
  const own = (of: Memory): number =>
    Object.keys(product.parts).reduce((sum, part) => sum + (of[part] ?? 0), 0);
  return {
    title: 'Memory',
    text: `Megabytes at ${count(sample.perSecond)} random cert lookups per second, which is half of the maximum. The caches fill during the first half of the time. The value for PostgreSQL includes its shared buffers.`,
    columns: [
      'process',
      'start',
      '1 minute',
      `${Math.ceil(minutes / 2)} minutes`,
      `${minutes} minutes`,
      'end ÷ half-time',
    ],
    rows: Object.keys(at(0)).map((part) => [
      part,
      ...moments.map((moment) => count((moment[part] ?? Number.NaN) / MEGABYTE)),
      decimal((at(minutes)[part] ?? Number.NaN) / (middle[part] ?? Number.NaN)),
    ]),
    bounds: [
      atMost(
        `memory of our processes after ${minutes} minutes at half load ÷ after ${Math.ceil(minutes / 2)}`,
        1.1,
        own(at(minutes)) / own(middle),
      ),
    ],
    samples: new Map([[each.name, [sample]]]),
  };
}

function watch(parts: Parts): { stop(): Memory[] } {
  const series: Memory[] = [];
  const look = (): void => {
    const memory = Object.fromEntries(
      Object.entries(parts).map(([part, pids]) => [part, memoryBytes(pids)]),
    );
    series.push(memory);
    const texts = Object.entries(memory).map(
      ([part, bytes]) => `${part} ${count(bytes / MEGABYTE)}`,
    );
    log(
      `memory after ${(((series.length - 1) * EVERY_MS) / MINUTE_MS).toFixed(1)} min, MB: ${texts.join(', ')}`,
    );
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      look();
      return series;
    },
  };
}
