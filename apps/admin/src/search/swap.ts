import { withLockTimeout } from '@gcd/database';
import type { ClientBase } from 'pg';
import type { Progress } from '../progress.js';
import { SEARCH_TIERS } from './tiers.js';
import { TERM_INDEXES } from './vocabulary.js';

const SWAP = `
  lock table search_cards, search_terms in access exclusive mode;
  drop table search_cards, search_terms;
  alter table search_cards_next rename to search_cards;
  alter table search_terms_next rename to search_terms;
  alter index search_cards_next_pkey rename to search_cards_pkey;
  ${SEARCH_TIERS.map((tier) => `alter index search_cards_next_tier_${tier}_idx rename to search_cards_tier_${tier}_idx;`).join(' ')}
  ${TERM_INDEXES.map((index) => `alter index search_terms_next_${index} rename to search_terms_${index};`).join(' ')}
`;

/**
 * Replaces the current search tables with those built in this transaction, if any. Searches then wait for the commit,
 * so the caller must commit immediately.
 */
export async function swapSearchTables(client: ClientBase, progress: Progress): Promise<void> {
  const { rows } = await client.query("select to_regclass('search_cards_next') as built");
  if (!rows[0].built) return;
  await withLockTimeout(
    client,
    async () => {
      await client.query('savepoint swap');
      try {
        await client.query(SWAP);
      } catch (error) {
        await client.query('rollback to savepoint swap');
        throw error;
      }
    },
    () => progress.report('waiting for searches in progress'),
  );
}
