import { DAY_MS, dayOf } from '@gcd/contracts/day';
import { GRADERS, type Grader } from '@gcd/contracts/graders';
import { GRADE_SCALES } from '@gcd/contracts/grades';
import { GROWTH_DAYS, type Growth } from '@gcd/contracts/population-schemas';
import { totalsOf } from './counts.js';
import type { GraderCardRow, PopulationColumns } from './grader-card.js';
import { CHANGES_COLUMN, joinHistoryDays, parseChanges } from './history.query.js';

/** The columns of {@link GROWTH}, which are present only if the growth was requested. */
export interface GrowthColumns {
  /** Latest date with a recorded population; null if there is none. */
  readonly as_of?: string | null;
  /** Changes to the counts, in the format that `parseChanges` reads; null if there are none. */
  readonly changes?: string | null;
}

/** SQL that adds the columns of {@link GrowthColumns} to a statement with `grader_card` and `population`. */
export const GROWTH = {
  columns: `, dataset.as_of, ${CHANGES_COLUMN}`,
  join: `
    cross join dataset
    ${joinHistoryDays(`to_char(dataset.as_of - ${GROWTH_DAYS.year}, 'YYYY-MM-DD')`, 'null')}`,
};

/**
 * Computes the growth of a card, as a property to add to a response. The result is empty if the rows have no
 * {@link GrowthColumns}.
 * @param cards grader cards of the card, at most one per grader; empty for a cert without a card
 * @param only grader to include; null for all graders
 */
export function growthOf(
  asOf: string | null | undefined,
  cards: readonly (GraderCardRow & PopulationColumns & GrowthColumns)[],
  only: Grader | null = null,
): { growth?: Growth } {
  if (asOf === undefined) return {};
  const included = GRADERS.filter((grader) => only === null || only === grader).flatMap((grader) =>
    cards
      .filter((card) => card.grader === grader)
      .map((card) => ({ card, changes: parseChanges(card.changes ?? null) })),
  );
  const period = (days: number): Growth['week'] => {
    if (asOf === null) return null;
    const since = dayOf(Date.parse(asOf) - days * DAY_MS);
    const added = included.flatMap(({ card, changes }) => {
      const counts = changes.findLast(({ recorded_on }) => recorded_on <= since);
      if (!counts) return [];
      const before = totalsOf(GRADE_SCALES[card.grader], counts);
      const total = (card.total ?? 0) - before.total;
      return [{ grader: card.grader, total, gems: (card.gem_total ?? 0) - before.gem_total }];
    });
    if (added.length === 0) return null;
    return {
      since,
      total: added.reduce((sum, { total }) => sum + total, 0),
      gem_total: added.reduce((sum, { gems }) => sum + gems, 0),
      graders_included: added.map(({ grader }) => grader),
    };
  };
  const { week, month, quarter, year } = GROWTH_DAYS;
  return {
    growth: {
      as_of: asOf,
      week: period(week),
      month: period(month),
      quarter: period(quarter),
      year: period(year),
    },
  };
}
