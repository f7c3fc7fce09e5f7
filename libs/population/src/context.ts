import type { PopulationContext, SplitContext } from '@gcd/contracts/cert-schemas';
import type { GradePosition, GradeScale } from '@gcd/contracts/grades';
import { type Counts, subtract, sumFrom } from './counts.js';
import { rateOf } from './rate.js';

/**
 * Position of a cert's grade in the grade scale, and whether the cert has a qualifier. A qualifier does not change the
 * position.
 */
export interface Standing {
  readonly plain: number;
  readonly qualified: boolean;
}

/** Returns the position of a grade in the grade scale, and whether the grade has a qualifier. */
export function standingAt(scale: GradeScale, position: GradePosition): Standing {
  return 'grade' in position
    ? { plain: position.grade, qualified: false }
    : { plain: scale.qualifiers[position.qualifier]?.plain ?? 0, qualified: true };
}

/** Counts the copies of a grader card at a cert's grade, above it, and in total. */
export function populationContext(
  scale: GradeScale,
  counts: Counts,
  totals: { readonly total: number; readonly gem_total: number },
  { plain, qualified }: Standing,
): PopulationContext {
  return {
    grade_population: counts.grades[plain] ?? 0,
    ...(qualified && { grade_qualifier_population: qualifiedAt(scale, counts, plain) }),
    population_higher: sumFrom(counts.grades, plain + 1),
    total_population: totals.total,
    gem_total: totals.gem_total,
    gem_rate: rateOf(totals.gem_total, totals.total),
  };
}

/**
 * Computes {@link populationContext} separately for copies with and without an autograph.
 * @param standing the cert's standing; null for a cert without a grade
 */
export function splitContext(
  scale: GradeScale,
  all: Counts,
  auto: Counts,
  standing: Standing | null,
): { auto: SplitContext; non_auto: SplitContext } {
  const part = (counts: Counts): SplitContext => ({
    grade_population: standing ? (counts.grades[standing.plain] ?? 0) : 0,
    population_higher: standing ? sumFrom(counts.grades, standing.plain + 1) : 0,
    total_population: sumFrom(counts.grades, 0) + sumFrom(counts.qualifiers, 0),
    grade_qualifier_population: standing ? qualifiedAt(scale, counts, standing.plain) : 0,
  });
  return { auto: part(auto), non_auto: part(subtract(all, auto)) };
}

function qualifiedAt(scale: GradeScale, counts: Counts, plain: number): number {
  const position = scale.qualifiers.findIndex((qualifier) => qualifier.plain === plain);
  return counts.qualifiers[position] ?? 0;
}
