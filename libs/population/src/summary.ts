import type { CardSummary } from '@gcd/contracts/card-schemas';
import type { Grader } from '@gcd/contracts/graders';
import { type GraderCardRow, identityOf, parsedDescriptionOf } from './grader-card.js';
import { rateOf } from './rate.js';
import { setIdOf } from './set-id.js';

/** A universal or unmatched card, with its totals across all graders. */
export interface SummaryRow extends GraderCardRow {
  readonly total_population: number;
  readonly gem_total: number;
  readonly graders_included: readonly Grader[];
}

/** Builds an item in a list of cards. @param card the promoted grader card */
export function cardSummary(card: SummaryRow, siteUrl: string): CardSummary {
  return {
    ...identityOf(card, siteUrl),
    parsed_description: parsedDescriptionOf(card),
    total_population: card.total_population,
    gem_total: card.gem_total,
    gem_rate: rateOf(card.gem_total, card.total_population),
    graders_included: [...card.graders_included],
    set_id: setIdOf(card),
  };
}
