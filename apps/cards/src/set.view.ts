import type { CardSummary } from '@gcd/contracts/card-schemas';
import { DAY_MS, dayOf } from '@gcd/contracts/day';
import { type listMovers, MOVER_DAYS } from '@gcd/contracts/movers';
import type { DataOf } from '@gcd/contracts/operation';
import type { getSet, listSetCards } from '@gcd/contracts/sets';
import { gradersOf, type SetRow, toCardSet } from '@gcd/population/card-set';
import { cardSummary } from '@gcd/population/summary';
import type { ListedCardRow, MoverRow, ParallelRow, SetCardRow } from './sets.queries.js';

export function toSet(set: SetRow, parallels: readonly ParallelRow[]): DataOf<typeof getSet> {
  return { ...toCardSet(set), last_population_change: set.changed_on, parallels: [...parallels] };
}

export function toSetCard(
  card: ListedCardRow,
  siteUrl: string,
): DataOf<typeof listSetCards>[number] {
  return { ...toSummary(card, siteUrl), by_grader: card.by_grader };
}

function toSummary(card: SetCardRow, siteUrl: string): CardSummary {
  return cardSummary({ ...card, graders_included: gradersOf(card.graders) }, siteUrl);
}

/** Converts movers to their API representation. @param asOf latest date in the data */
export function toMovers(
  window: keyof typeof MOVER_DAYS,
  asOf: string,
  rows: readonly MoverRow[],
  siteUrl: string,
): DataOf<typeof listMovers> {
  return {
    window: { start: dayOf(Date.parse(asOf) - MOVER_DAYS[window] * DAY_MS), end: asOf },
    results: rows.map((row) => toMover(row, siteUrl)),
  };
}

export function toMover(
  row: MoverRow,
  siteUrl: string,
): DataOf<typeof listMovers>['results'][number] {
  return { ...toSummary(row, siteUrl), added: row.added };
}
