import type { ClientBase } from 'pg';

/**
 * How a transaction affects a card: its grader card is new or has other values, its latest counts differ, or
 * it was matched or unmatched (which affects the cards on both sides). All but the first are reasons in the
 * change feed.
 */
type Touch = 'entry' | 'population' | 'match' | 'unmatch';

/**
 * Creates `affected_cards (card, touch)`. Derived tables are updated from it before the transaction commits.
 * A card may be listed several times.
 */
export async function trackAffected(client: ClientBase): Promise<void> {
  await client.query(
    'create temp table affected_cards (card integer not null, touch text not null) on commit drop',
  );
}

/** Adds affected cards. @param cards a query for their internal ids */
export async function markAffected(client: ClientBase, how: Touch, cards: string): Promise<void> {
  await client.query(`insert into affected_cards select *, '${how}' from (${cards}) c`);
}
