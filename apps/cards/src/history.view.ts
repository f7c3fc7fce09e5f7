import { GRADERS, type Grader } from '@gcd/contracts/graders';
import { GRADE_SCALES } from '@gcd/contracts/grades';
import type { getCardHistory } from '@gcd/contracts/history';
import type { DataOf } from '@gcd/contracts/operation';
import { populationBlock } from '@gcd/population/block';
import { identityOf } from '@gcd/population/grader-card';
import { type HistoryDates, historyPoints } from '@gcd/population/history';
import { parseChanges } from '@gcd/population/history.query';
import type { HistoryRow } from './cards.queries.js';

export interface HistoryOptions extends HistoryDates {
  /** Grader whose counts are returned; null for all graders. */
  readonly grader: Grader | null;
  /** Whether to omit the counts by grade. */
  readonly totalsOnly: boolean;
}

/** Converts a card's population history to its API representation. */
export function toCardHistory(
  requested: HistoryRow,
  group: readonly HistoryRow[],
  siteUrl: string,
  { window, dates, grader: only, totalsOnly }: HistoryOptions,
): DataOf<typeof getCardHistory> {
  const { population_data, ...block } = populationBlock(group, { grader: only });
  const series = GRADERS.flatMap((grader) => {
    const card = group.find((row) => row.grader === grader);
    const counts = population_data.by_grader[grader];
    if (!card || !counts) return [];
    const { total, gem_total, gem_rate, last_population_change } = counts;
    const { first_recorded } = card;
    const changes = parseChanges(card.changes);
    const history = historyPoints(GRADE_SCALES[grader], changes, dates, totalsOnly);
    return [
      [grader, { total, gem_total, gem_rate, last_population_change, first_recorded, history }],
    ];
  });
  return {
    ...identityOf(requested, siteUrl),
    population: {
      ...block,
      window,
      population_data: { ...population_data, by_grader: Object.fromEntries(series) },
    },
  };
}
