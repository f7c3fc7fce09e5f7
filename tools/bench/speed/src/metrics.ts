import type { Sample, Samples } from './measure.js';

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (
    ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
  );
}

/** Returns the median of a metric across the rounds of a case. */
export function figure(samples: Samples, name: string, of: (sample: Sample) => number): number {
  return median((samples.get(name) ?? []).map(of));
}

/** Divides a metric of one case by the same metric of another, round by round, and returns the median. */
export function ratio(
  samples: Samples,
  name: string,
  by: string,
  of: (sample: Sample) => number,
): number {
  const [above = [], below = []] = [samples.get(name), samples.get(by)];
  return median(
    above.flatMap((sample, round) => {
      const other = below[round];
      return other ? [of(sample) / of(other)] : [];
    }),
  );
}

/** Returns the CPU time per request of all processes, in microseconds. */
export function totalCpu({ cpu }: Sample): number {
  return Object.values(cpu).reduce((total, part) => total + part, 0);
}
