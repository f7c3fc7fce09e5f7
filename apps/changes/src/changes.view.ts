import type { ChangesRow } from './changes.queries.js';

/**
 * A page of the feed as clients see it, as finished JSON.
 * @param since the day that the reader began with
 * @param next cursor
 */
export function toPage(row: ChangesRow, since: string, next: string): string {
  const { count, has_more } = row;
  const rest = JSON.stringify({ count, since, has_more, next_cursor: next });
  return `{"card_ids":${row.card_ids ?? '[]'},${rest.slice(1)}`;
}
