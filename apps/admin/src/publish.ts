import type { ClientBase } from 'pg';
import type { Progress } from './progress.js';
import { swapSearchTables } from './search/swap.js';

/**
 * Adds the affected cards to the change feed, replaces the search tables if new ones were built, and commits
 * immediately. Other transactions that publish wait until the commit. Searches also wait if their tables are replaced.
 */
export async function publishAndCommit(client: ClientBase, progress: Progress): Promise<void> {
  await client.query(`
    select publish_card_changes(array_agg(card), array_agg(reason))
    from (
      select card, max(touch::change_reason) as reason from affected_cards where touch <> 'entry' group by card
    ) changed
  `);
  await swapSearchTables(client, progress);
  await client.query('commit');
}
