import type { Cert } from './types.js';

/** The copies of a cert's grader that are of the same kind as the cert: with or without an autograph and a qualifier. */
export interface SlabCounts {
  readonly isSigned: boolean;
  readonly isQualified: boolean;
  /** Number of copies with the cert's grade and, if the cert has a qualifier, with any qualifier. */
  readonly same: number;
  /** Number of copies with the cert's grade and no qualifier. Equal to `same` if the cert has no qualifier. */
  readonly unqualified: number;
  readonly higher: number;
  readonly total: number;
}

/**
 * Selects the counts that apply to a cert. Only PSA counts copies with an autograph and copies with a qualifier
 * separately.
 * @returns null if the cert has no grade or no card
 */
export function slabCounts({ grader, grader_data: data }: Cert): SlabCounts | null {
  const context = data.population_context;
  if (!context) return null;
  const isSigned = grader === 'psa' && data.has_auto_grade;
  const isQualified = context.grade_qualifier_population !== undefined;
  const counts = (isSigned && data.population_context_auto_split?.auto) || context;
  const unqualified = counts.grade_population;
  return {
    isSigned,
    isQualified,
    same: isQualified ? (counts.grade_qualifier_population ?? 0) : unqualified,
    unqualified,
    higher: counts.population_higher,
    total: counts.total_population,
  };
}
