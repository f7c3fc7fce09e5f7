import type { ClientBase } from 'pg';

/**
 * How a transaction touched a card: its entry is new or says something else, its newest counts are others, or it was
 * matched or unmatched (which touches the cards on both sides). All but the first are reasons in the feed.
 */
type Touch = 'entry' | 'population' | 'match' | 'unmatch';

/**
 * Makes `affected_cards (card, touch)`: what is kept in step with cards is brought up to date from it before the
 * transaction commits. A card may be in it several times.
 */
export async function trackAffected(client: ClientBase): Promise<void> {
  await client.query(
    'create temp table affected_cards (card integer not null, touch text not null) on commit drop',
  );
}

/** Notes cards as touched. @param cards a query for their internal ids */
export async function markAffected(client: ClientBase, how: Touch, cards: string): Promise<void> {
  await client.query(`insert into affected_cards select *, '${how}' from (${cards}) c`);
}
