import type { CrossGrader, GraderStanding } from '@gcd/contracts/cert-schemas';
import type { Grader } from '@gcd/contracts/graders';
import { GRADE_SCALES, UNIVERSAL_GRADES } from '@gcd/contracts/grades';
import type { GraderCardRow, PopulationColumns } from './grader-card.js';
import { rateOf } from './rate.js';

const RANKS: ReadonlyMap<string, number> = new Map(
  UNIVERSAL_GRADES.map(({ grade }, rank) => [grade, rank]),
);

/**
 * Counts the copies at or above a universal grade, across all graders.
 * @param universal name of the universal grade
 * @param cards grader cards of the card, at most one per grader
 */
export function crossGrader(
  universal: string,
  cards: readonly (GraderCardRow & PopulationColumns)[],
): CrossGrader {
  const standings = cards.map((card): [Grader, GraderStanding] => [
    card.grader,
    graderStanding(universal, card),
  ]);
  const sumOf = (numberOf: (standing: GraderStanding) => number): number =>
    standings.reduce((sum, [, standing]) => sum + numberOf(standing), 0);
  const total = sumOf((standing) => standing.total_population);
  const atGrade = sumOf((standing) => standing.grade_population);
  const higher = sumOf((standing) => standing.population_higher);
  const gems = cards.reduce((sum, card) => sum + (card.gem_total ?? 0), 0);
  return {
    grade: universal,
    grade_population: atGrade,
    grade_rate: rateOf(atGrade, total),
    population_higher: higher,
    higher_rate: rateOf(higher, total),
    total_population: total,
    total_gems_or_greater: gems,
    gem_rate: rateOf(gems, total),
    by_grader: Object.fromEntries(standings),
  };
}

function graderStanding(
  universal: string,
  card: GraderCardRow & PopulationColumns,
): GraderStanding {
  const rank = RANKS.get(universal) ?? 0;
  const standing = { grade: null as string | null, grade_population: 0, population_higher: 0 };
  GRADE_SCALES[card.grader].grades.forEach((grade, position) => {
    const copies = card.grades?.[position] ?? 0;
    if (grade.universal === universal) {
      standing.grade = grade.key;
      standing.grade_population += copies;
    } else if ((RANKS.get(grade.universal) ?? 0) > rank) standing.population_higher += copies;
  });
  return { ...standing, total_population: card.total ?? 0 };
}
