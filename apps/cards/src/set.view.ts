import type { CardSummary } from '@gcd/contracts/card-schemas';
import { DAY_MS, dayOf } from '@gcd/contracts/day';
import { GRADERS, type Grader } from '@gcd/contracts/graders';
import { type listMovers, MOVER_DAYS } from '@gcd/contracts/movers';
import type { DataOf } from '@gcd/contracts/operation';
import type { getSet, listSets } from '@gcd/contracts/sets';
import { rateOf } from '@gcd/population/counts';
import { identityOf } from '@gcd/population/grader-card';
import { cardSummary } from '@gcd/population/summary';
import type { MoverRow, SetCardRow, SetRow } from './sets.queries.js';

export function toCardSet(set: SetRow): DataOf<typeof listSets>[number] {
  const { set_id, category, year, set_name, cards, total_population, gem_total, graders } = set;
  return {
    set_id,
    category,
    year,
    set_name,
    cards,
    total_population,
    gem_total,
    gem_rate: rateOf(gem_total, total_population),
    graders_included: gradersOf(graders),
  };
}

export function toSet(set: SetRow): DataOf<typeof getSet> {
  return { ...toCardSet(set), last_population_change: set.changed_on };
}

export function toSetCard(card: SetCardRow, siteUrl: string): CardSummary {
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
    results: rows.map((row) => ({
      ...identityOf(row, siteUrl),
      added: row.added,
      total_population: row.total_population,
      gem_total: row.gem_total,
      gem_rate: rateOf(row.gem_total, row.total_population),
    })),
  };
}

/** Returns the graders in a bit mask, in the order of `GRADERS`. */
function gradersOf(mask: number): Grader[] {
  return GRADERS.filter((_grader, bit) => mask & (1 << bit));
}
