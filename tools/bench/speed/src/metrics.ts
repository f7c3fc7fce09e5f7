import type { Sample, Samples } from './measure.js';

/** The median. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (
    ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
  );
}

/** A metric of a case: the median of its rounds. */
export function figure(samples: Samples, name: string, of: (sample: Sample) => number): number {
  return median((samples.get(name) ?? []).map(of));
}

/** A metric of a case divided by another case's: the median of the ratios of each round. */
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

/** CPU microseconds per request of all processes. */
export function totalCpu({ cpu }: Sample): number {
  return Object.values(cpu).reduce((total, part) => total + part, 0);
}
