import type { ClientBase } from 'pg';

/**
 * Puts the touched cards whose population or matching changed in the feed. Runs last in the transaction: until it commits,
 * nobody else can publish.
 */
export async function publishChanges(client: ClientBase): Promise<void> {
  await client.query(`
    select publish_card_changes(array(select distinct card from touched_cards where touch <> 'entry'))
  `);
}
