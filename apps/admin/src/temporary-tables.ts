import type { ClientBase } from 'pg';

/**
 * Temporary tables that functions hand to each other within the transaction of an import, match or search rebuild.
 * Besides these, a connection that imports has the table `staged_files (part, name)` and, for each kind of file, a table
 * `staged_KIND`. `import/import-dataset.ts` fills them before the transaction begins, and all of `import` reads them. A
 * temporary table that is not listed is used by one function only.
 */
export type TemporaryTable =
  /** The accepted rows of `cards.csv`, for a check. Written and read by `import/mode.ts`. */
  | 'accepted_cards'
  /**
   * Cards that the transaction affects, and how: `card, effect`. A card may appear several times. Written by
   * `markAffected` while data is changed; read by `search/refresh.ts` and `sets/refresh.ts`, and at last by `publish.ts`.
   */
  | 'affected_cards'
  /** Days whose gains changed: `day`. Written by `sets/gains.ts`; read by `sets/activity.ts`. */
  | 'affected_days'
  /** Weeks and months with `affected_days`: `period, starts_on, ends_before`. Written and read by `sets/activity.ts`. */
  | 'affected_periods'
  /**
   * Manual matches, or moves of the matcher: `part, line, card_id, universal`. `groups/group-constraints.ts` adds columns,
   * one of which is the `reason` of a rejection. Written by `import/apply/decisions.ts` and `match/match.ts`; read by them
   * and by `groups/regroup.ts`.
   */
  | 'decisions'
  /** The cards in `decisions`, with their matches before. Written and read by `groups/group-constraints.ts`. */
  | 'decided_cards'
  /** Accepted counts with internal card ids. Written and read by `import/apply/timeline.ts`; read by `sets/gains.ts`. */
  | 'imported'
  /**
   * The range of dates of each card with imported counts: `card, latest, looks_back, is_unchanged`. Written by
   * `import/apply/timeline.ts`; read there, by `import/apply/populations.ts` and `sets/gains.ts`.
   */
  | 'affected_range'
  /** The counts of each card by date. Written by `import/apply/timeline.ts`; read like `affected_range`. */
  | 'timeline'
  /** The latest counts of the cards in `timeline`. Written and read by `import/apply/populations.ts`. */
  | 'newest'
  /** Cards whose search rows are written: `position, card, tier, popularity`. Written by `search/rebuild.ts` (all cards) or `search/refresh.ts`; read by `search/search-rows.ts`. */
  | 'search_groups'
  /** New rows of `search_cards`. Written by `search/search-rows.ts`; read by `search/refresh.ts` and `search/vocabulary.ts`. */
  | 'search_changes'
  /** Affected universal and unmatched cards: `card, is_placed`. Written by `sets/refresh.ts`; read there and by `sets/members.ts`. */
  | 'set_groups'
  /** Totals of the cards in `set_groups`. Written and read by `sets/refresh.ts`. */
  | 'set_totals'
  /** Sets and positions of cards: `card, set_id, number_key`. Written by `sets/members.ts`; read by `sets/refresh.ts`. */
  | 'set_members'
  /** Sets that contain, gain or lose an affected card: `set_id`. Written and read by `sets/refresh.ts`. */
  | 'changed_sets'
  /** Those of `changed_sets` whose names may have changed. Written by `sets/refresh.ts`; read by `sets/members.ts`. */
  | 'named_sets'
  /** Names and terms of the sets in `named_sets`. Written by `sets/members.ts`; read by `sets/refresh.ts`. */
  | 'set_texts'
  /** Names of the cards in the sets in `named_sets`. Written by `sets/members.ts`; read by `sets/refresh.ts`. */
  | 'card_names'
  /** Blocks of grader cards to compare: `block, card`. Written and read by `match/blocks.ts`. */
  | 'match_blocks'
  /** Matches that the matcher found: `card, universal`. Written and read by `match/match.ts`. */
  | 'match_moves'
  /** Cards that an operator has to decide about: `card`. Written and read by `match/match.ts`. */
  | 'match_uncertain';

/** Creates an empty table that is dropped at the end of the transaction. @param columns SQL of its columns */
export async function createTemporaryTable(
  client: ClientBase,
  table: TemporaryTable,
  columns: string,
): Promise<void> {
  await client.query(`create temp table ${table} (${columns}) on commit drop`);
}

/** Creates a table with the rows of a query, which is dropped at the end of the transaction. */
export async function fillTemporaryTable(
  client: ClientBase,
  table: TemporaryTable,
  query: string,
): Promise<void> {
  await client.query(`create temp table ${table} on commit drop as ${query}`);
  await client.query(`analyze ${table}`);
}
