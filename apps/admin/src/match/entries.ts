import type { Grader } from '@gcd/contracts';
import type { Entry } from '@gcd/matching';

/** What the matcher reads of a card `c`. */
export const ENTRY_COLUMNS = `c.id, c.grader, c.category, c.year, c.set_name as "setName", c.name,
  c.card_number as "cardNumber", coalesce(c.parallel, '') as parallel, coalesce(c.subset, '') as subset, c.description`;

/** Where a card `c` stands: its group, the graders that the group has, and who decided. */
export const STANDING_COLUMNS = `encode(c.card_id, 'hex') as "cardId", c.universal as group, c.matched_by as "matchedBy",
  array(select m.grader::text from cards m where m.universal = c.universal) as graders`;

/** Those that were stated to be matched with none are left alone. */
export const MAY_BE_MATCHED = `not (c.universal is null and c.matched_by is not distinct from 'stated')`;

/** A card as {@link ENTRY_COLUMNS} and {@link STANDING_COLUMNS} read it. */
export interface StandingEntry extends Entry {
  readonly cardId: string;
  readonly group: number | null;
  readonly matchedBy: 'stated' | 'matcher' | null;
  readonly graders: readonly Grader[];
}
