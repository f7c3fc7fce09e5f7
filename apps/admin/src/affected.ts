import type { ClientBase } from 'pg';
import { createTemporaryTable } from './temporary-tables.js';

/**
 * How a transaction affects a card. `details`: a grader card was added or its details changed. `population`: its latest
 * counts changed. `match` and `unmatch`: a grader card joined or left its universal card. All of these except `details`
 * are also reasons in the change feed.
 */
type Effect = 'details' | 'population' | 'match' | 'unmatch';

/**
 * Creates the temporary tables `affected_cards` and `affected_days`. The caller must update all data derived from these cards before the
 * transaction commits.
 */
export async function trackAffected(client: ClientBase): Promise<void> {
  await createTemporaryTable(
    client,
    'affected_cards',
    'card integer not null, effect text not null',
  );
  await createTemporaryTable(client, 'affected_days', 'day date not null');
}

/** Adds cards to `affected_cards`. @param cards a query for the internal ids of the cards */
export async function markAffected(
  client: ClientBase,
  effect: Effect,
  cards: string,
): Promise<void> {
  await client.query(`insert into affected_cards select *, '${effect}' from (${cards}) c`);
}
