import fc from 'fast-check';

export const sum = (numbers: Iterable<number>): number =>
  [...numbers].reduce((total, number) => total + number, 0);

/** Generates counts and, for each count, the number of autographed copies that it includes. */
export function copies(length: number): fc.Arbitrary<{ all: number[]; auto: number[] }> {
  return fc
    .array(fc.tuple(fc.nat(5000), fc.nat(100)), { minLength: length, maxLength: length })
    .map((pairs) => ({
      all: pairs.map(([count]) => count),
      auto: pairs.map(([count, percent]) => Math.floor((count * percent) / 100)),
    }));
}
