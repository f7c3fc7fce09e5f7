import type { Card, GradeMapRow, Grader } from '@gcd/client';
import { graderName, quieter } from './format.js';

type ByGrader = Card['population']['population_data']['by_grader'];

/** Numbers of copies with one grade. */
export interface GradeCounts {
  readonly label: string;
  /** The number of a grade whose label has none, and the graders that have another one: `10, Beckett 9.5`. */
  readonly numbers?: string;
  readonly isGem: boolean;
  /** Whether the row has the copies with a qualifier. */
  readonly isQualified?: true;
  /** Number of autographed copies, which are included in the others; only for PSA alone. */
  readonly autographed?: number;
  readonly total: number;
  /** Number of copies by grader; undefined for a grader that does not use the grade. */
  readonly byGrader: Readonly<Partial<Record<Grader, number>>>;
}

/**
 * Counts the copies of the given graders with each universal grade, best grade first. If there are copies with a
 * qualifier, the last row contains all of them. A single grader's grades have its own names, and its copies with a
 * qualifier a row for each grade.
 */
export function gradeCounts(
  byGrader: ByGrader,
  graders: readonly Grader[],
  grades: readonly GradeMapRow[],
): GradeCounts[] {
  const [only] = graders.length === 1 ? graders : [];
  const nameOf = only ? usualNames(grades, only) : ({ label }: GradeMapRow) => quieter(label);
  const signed = only === 'psa' ? byGrader.psa?.auto_split?.auto : undefined;
  const best = [...grades].sort((one, other) => other.rank - one.rank);
  const rows = best
    .filter(({ kind }) => kind === 'grade')
    .map((row) => {
      const { is_gem, graders: keys } = row;
      const counts = graders.flatMap((grader) => {
        const key = keys[grader]?.key;
        return key === undefined ? [] : [[grader, byGrader[grader]?.grades[key] ?? 0] as const];
      });
      const autographed = signed?.grades[keys.psa?.key ?? ''] ?? 0;
      const numbers = only ? '' : numbersOf(row, graders);
      return {
        ...countsOf(nameOf(row), is_gem, counts),
        ...(numbers && { numbers }),
        ...(signed && { autographed }),
      };
    })
    // Omit grades that no selected grader uses.
    .filter(({ byGrader: counts }) => Object.keys(counts).length > 0);
  const psa = graders.includes('psa') ? byGrader.psa : undefined;
  if (only && psa) {
    const qualified = best.flatMap((row) => {
      const key = row.graders.psa?.key ?? '';
      const count = psa.qualifiers?.[key] ?? 0;
      const autographed = signed?.qualifiers[key] ?? 0;
      return count > 0
        ? { ...countsOf(nameOf(row), false, [['psa', count]]), ...QUALIFIED, autographed }
        : [];
    });
    return [...rows, ...qualified];
  }
  const qualified = Object.values(psa?.qualifiers ?? {}).reduce(sum, 0);
  return qualified > 0
    ? [...rows, { ...countsOf('With qualifier', false, [['psa', qualified]]), ...QUALIFIED }]
    : rows;
}

const QUALIFIED = { isQualified: true } as const;
/** A grader's label of a grade: its name, its number, and whether the copy has a qualifier. */
const LABEL = /^(.+) ([\d.]+)( \(Q\))?$/;

/** Names the grades of a grader as collectors do: by number, and by name too if several grades have the same number. */
function usualNames(grades: readonly GradeMapRow[], grader: Grader): (row: GradeMapRow) => string {
  const labelOf = ({ graders }: GradeMapRow): string => graders[grader]?.label ?? '';
  const numbers = grades.map((row) => LABEL.exec(labelOf(row))).filter((found) => !found?.[3]);
  return (row) => {
    const [, name = '', number, qualified] = LABEL.exec(labelOf(row)) ?? [];
    if (number === undefined) return quieter(labelOf(row));
    if (qualified) return `${number} with qualifier`;
    const isShared = numbers.filter((found) => found?.[2] === number).length > 1;
    return isShared ? `${number} ${name.split(' ').map(quieter).join(' ')}` : number;
  };
}

function numbersOf({ label, graders: own }: GradeMapRow, graders: readonly Grader[]): string {
  if (/\d/.test(label)) return '';
  const numberOf = (grader: Grader) => LABEL.exec(own[grader]?.label ?? '')?.[2];
  return [...new Set(graders.map(numberOf))]
    .filter((number) => number !== undefined)
    .sort((one, other) => Number(other) - Number(one))
    .map((number, at) => {
      const same = graders.filter((grader) => numberOf(grader) === number);
      return at === 0 ? number : `${same.map(graderName).join(', ')} ${number}`;
    })
    .join(', ');
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
