import type { Grader } from '@gcd/contracts';
import type { Entry } from '@gcd/matching';

/** SQL for the columns of a grader card `c` that the matcher reads. */
export const GRADER_CARD_COLUMNS = `c.id, c.grader, c.category, c.year, c.set_name as "setName", c.name,
  c.card_number as "cardNumber", coalesce(c.parallel, '') as parallel, coalesce(c.subset, '') as subset, c.description`;

/**
 * SQL for the match status of a card `c`: its universal card, the graders of that universal card, and the source of the
 * match.
 */
export const STANDING_COLUMNS = `encode(c.card_id, 'hex') as "cardId", c.universal as group, c.matched_by as "matchedBy",
  array(select m.grader::text from cards m where m.universal = c.universal) as graders`;

/** SQL condition that excludes every grader card `c` that an operator unmatched. */
export const MAY_BE_MATCHED = `not (c.universal is null and c.matched_by is not distinct from 'manual')`;

/** A card with {@link GRADER_CARD_COLUMNS} and {@link STANDING_COLUMNS}. */
export interface StandingEntry extends Entry {
  readonly cardId: string;
  readonly group: number | null;
  readonly matchedBy: 'manual' | 'matcher' | null;
  readonly graders: readonly Grader[];
}
