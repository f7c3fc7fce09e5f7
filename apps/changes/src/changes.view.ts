import type { Change, ChangeReason, listChanges } from '@gcd/contracts/changes';
import type { Grader } from '@gcd/contracts/graders';
import type { DataOf } from '@gcd/contracts/operation';
import { rateOf } from '@gcd/population/rate';
import type { ChangesRow } from './changes.queries.js';

/** A change as selected from the database: its reason, and each grader's card id, total and gem total. */
export type ChangeTuple = readonly [
  reason: ChangeReason,
  Readonly<Partial<Record<Grader, readonly [cardId: string, total: number, gemTotal: number]>>>,
];

/** Number of hexadecimal digits in a card id. */
const ID_DIGITS = 40;

type Page = DataOf<typeof listChanges>;

/**
 * Converts a page of the feed to its API representation.
 * @param since first day that the client requested
 * @param next cursor of the next page
 */
export function toPage(row: ChangesRow, since: string, next: string): Page {
  const { count, has_more } = row;
  const ids = cardIdsOf(row);
  const changes = row.changes && changesOf(ids, row.changes);
  return { card_ids: ids, count, since, has_more, next_cursor: next, ...(changes && { changes }) };
}

/**
 * Returns a page that shows nothing, and after which the feed continues where the page began.
 * @param start cursor of the position where the page began
 */
export function emptyPage(row: ChangesRow, since: string, start: string): Page {
  const nothing = { ...row, count: 0, card_ids: null, has_more: false };
  return toPage(row.changes ? { ...nothing, changes: [] } : nothing, since, start);
}

function cardIdsOf({ card_ids, count }: ChangesRow): string[] {
  return Array.from({ length: count }, (_, index) =>
    (card_ids ?? '').slice(index * ID_DIGITS, (index + 1) * ID_DIGITS),
  );
}

function changesOf(cardIds: readonly string[], tuples: readonly ChangeTuple[]): Change[] {
  return tuples.map(([reason, counts], index) => {
    let [total, gemTotal] = [0, 0];
    const by_grader: Change['by_grader'] = {};
    for (const [grader, [card_id, ofGrader, gems]] of Object.entries(counts)) {
      total += ofGrader;
      gemTotal += gems;
      by_grader[grader as Grader] = { card_id, total: ofGrader, gem_total: gems };
    }
    const gem_rate = rateOf(gemTotal, total);
    return {
      card_id: cardIds[index] ?? '',
      reason,
      total,
      gem_total: gemTotal,
      gem_rate,
      by_grader,
    };
  });
}
