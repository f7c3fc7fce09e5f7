import type { Card, GradeMapRow, Grader } from '@gcd/client';
import { quieter } from './format.js';

type ByGrader = Card['population']['population_data']['by_grader'];

/** Numbers of copies with one grade. */
export interface GradeCounts {
  readonly label: string;
  readonly isGem: boolean;
  /** Whether the row has the copies with a qualifier. */
  readonly isQualified?: true;
  readonly total: number;
  /** Number of copies by grader; undefined for a grader that does not use the grade. */
  readonly byGrader: Readonly<Partial<Record<Grader, number>>>;
}

/**
 * Counts the copies of the given graders with each universal grade, best grade first. If there are copies with a
 * qualifier, the last row contains all of them.
 */
export function gradeCounts(
  byGrader: ByGrader,
  graders: readonly Grader[],
  grades: readonly GradeMapRow[],
): GradeCounts[] {
  const rows = grades
    .filter(({ kind }) => kind === 'grade')
    .sort((one, other) => other.rank - one.rank)
    .map(({ label, is_gem, graders: keys }) => {
      const counts = graders.flatMap((grader) => {
        const key = keys[grader]?.key;
        return key === undefined ? [] : [[grader, byGrader[grader]?.grades[key] ?? 0] as const];
      });
      return countsOf(quieter(label), is_gem, counts);
    })
    // Omit grades that no selected grader uses.
    .filter(({ byGrader: counts }) => Object.keys(counts).length > 0);
  const psa = graders.includes('psa') ? byGrader.psa : undefined;
  const qualified = Object.values(psa?.qualifiers ?? {}).reduce(sum, 0);
  return qualified > 0
    ? [...rows, { ...countsOf('With qualifier', false, [['psa', qualified]]), isQualified: true }]
    : rows;
}

function countsOf(
  label: string,
  isGem: boolean,
  counts: readonly (readonly [Grader, number])[],
): GradeCounts {
  return {
    label,
    isGem,
    total: counts.map(([, count]) => count).reduce(sum, 0),
    byGrader: Object.fromEntries(counts),
  };
}

const sum = (one: number, other: number): number => one + other;
