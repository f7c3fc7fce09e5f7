import { GRADERS, type Grader } from '@gcd/contracts/graders';
import { GRADE_SCALES } from '@gcd/contracts/grades';
import { populationBlock } from '@gcd/population/block';
import { identityOf } from '@gcd/population/grader-card';
import { type HistoryDates, historyJson } from '@gcd/population/history';
import { parseChanges } from '@gcd/population/history.query';
import type { HistoryRow } from './cards.queries.js';

export interface HistoryOptions extends HistoryDates {
  /** Grader whose counts are returned; null for all graders. */
  readonly grader: Grader | null;
  /** Whether to omit the counts by grade. */
  readonly totalsOnly: boolean;
}

/** Converts a card's population history to its API representation, as JSON text. */
export function toCardHistory(
  requested: HistoryRow,
  group: readonly HistoryRow[],
  siteUrl: string,
  { window, dates, grader: only, totalsOnly }: HistoryOptions,
): string {
  const block = populationBlock(group, { grader: only });
  const { by_grader, ...summary } = block.population_data;
  const series = GRADERS.flatMap((grader) => {
    const card = group.find((row) => row.grader === grader);
    const counts = by_grader[grader];
    if (!card || !counts) return [];
    const { total, gem_total, gem_rate, last_population_change } = counts;
    const { first_recorded } = card;
    const head = { total, gem_total, gem_rate, last_population_change, first_recorded };
    const history = historyJson(
      GRADE_SCALES[grader],
      parseChanges(card.changes),
      dates,
      totalsOnly,
    );
    return `"${grader}":${withMember(head, 'history', history)}`;
  });
  const population = withMember(
    { graders_included: block.graders_included, graders: block.graders, window },
    'population_data',
    withMember(summary, 'by_grader', `{${series.join(',')}}`),
  );
  return withMember(identityOf(requested, siteUrl), 'population', population);
}

/** Serializes an object with one additional property. @param json value of that property, as JSON text */
function withMember(object: object, name: string, json: string): string {
  return `${JSON.stringify(object).slice(0, -1)},"${name}":${json}}`;
}
