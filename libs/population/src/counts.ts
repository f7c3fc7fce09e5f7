import type { GradeScale } from '@gcd/contracts/grades';
import { rateOf } from './rate.js';

/** Number of copies at each position of a grade scale, separately for grades with and without a qualifier. */
export interface Counts {
  readonly grades: readonly number[];
  readonly qualifiers: readonly number[];
}

export interface Totals {
  /** Total number of copies, including those graded as authentic or with a qualifier. */
  readonly total: number;
  readonly gem_total: number;
  /** `gem_total / total` rounded to 4 decimals; 0 if there are no copies. */
  readonly gem_rate: number;
}

/**
 * Returns the sum of all numbers from a position to the end. Missing positions of an older, shorter array count as
 * zeros.
 */
export function sumFrom(numbers: readonly number[], start: number): number {
  let sum = 0;
  for (let position = start; position < numbers.length; position += 1)
    sum += numbers[position] ?? 0;
  return sum;
}

export function totalsOf(scale: GradeScale, { grades, qualifiers }: Counts): Totals {
  const total = sumFrom(grades, 0) + sumFrom(qualifiers, 0);
  let gemTotal = 0;
  scale.grades.forEach((grade, position) => {
    if (grade.isGem) gemTotal += grades[position] ?? 0;
  });
  return { total, gem_total: gemTotal, gem_rate: rateOf(gemTotal, total) };
}

/** Computes `whole − part` at each position. */
export function subtract(whole: Counts, part: Counts): Counts {
  const minus = (numbers: readonly number[], others: readonly number[]): number[] =>
    numbers.map((number, position) => number - (others[position] ?? 0));
  return {
    grades: minus(whole.grades, part.grades),
    qualifiers: minus(whole.qualifiers, part.qualifiers),
  };
}

/** Converts counts to an object whose keys are the grade label keys, such as `psa_10`, lowest grade first. */
export function labeled(
  scale: readonly { readonly key: string }[],
  numbers: readonly number[],
): Record<string, number> {
  return Object.fromEntries(scale.map(({ key }, position) => [key, numbers[position] ?? 0]));
}
