import type { ClientBase } from 'pg';
import type { Progress } from './progress.js';
import { swapSearchTables } from './search/swap.js';

/**
 * Records the current day as the day of the changes just published, if they were published on an earlier day. `$1` is
 * their number.
 */
const STAMP_DAY = `
  with late as (
    update feed_head set last_day = (clock_timestamp() at time zone 'UTC')::date
    where $1::bigint > 0 and last_day < (clock_timestamp() at time zone 'UTC')::date
    returning last_day, seq
  )
  insert into feed_days (day, before_seq) select last_day, seq - $1 from late`;

/**
 * Adds the affected cards to the change feed, replaces the search tables if new ones were built, and commits
 * immediately. Other transactions that publish wait until the commit. Searches also wait if their tables are replaced.
 */
export async function publishAndCommit(client: ClientBase, progress: Progress): Promise<void> {
  const { rows } = await client.query<{ published: string }>(`
    select publish_card_changes(array_agg(card), array_agg(reason)) as published
    from (
      select card, max(effect::change_reason) as reason from affected_cards where effect <> 'details' group by card
    ) changed
  `);
  await swapSearchTables(client, progress);
  // The swap may have waited past midnight. The day of a change is the day of its commit.
  await client.query(STAMP_DAY, [rows[0]?.published]);
  await client.query('commit');
}
