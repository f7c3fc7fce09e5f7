import { ROLES } from '@gcd/database/roles';
import { TERMS_VERSION } from '@gcd/search-terms';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { countOf } from '../import/merge.js';
import type { Progress } from '../progress.js';
import { asOnlyWriter, inTransaction } from '../writer.js';
import { writeSearchRows } from './search-rows.js';

/** How many cards are in the tiers of the most popular; all others are in the last. */
export const TIER_SIZES = [20_000, 180_000] as const;
const TIERS = [0, 1, 2] as const;

/**
 * Makes everything that search looks in anew, most popular cards first, and puts it in the place of what was there. Runs in a
 * transaction of the only writer. Searches go on in the old table until the new one is complete.
 * @returns the number of cards
 */
export async function rebuildSearch(client: ClientBase, progress: Progress): Promise<number> {
  progress.report('ranking cards for search');
  const [most, more] = TIER_SIZES;
  await client.query(`
    create temp table search_groups on commit drop as
    select row_number() over (order by popularity desc, card) as position, card, 0::smallint as tier, popularity
    from (
      select coalesce(c.universal, c.id) as card, least(coalesce(sum(p.total), 0), 2147483647)::integer as popularity
      from cards c left join populations p on p.card = c.id group by 1
    ) g
  `);
  await client.query('create unique index on search_groups (position)');
  await client.query(
    'update search_groups set tier = case when position > $1 then 2 else 1 end where position > $2',
    [most + more, most],
  );
  await client.query('analyze search_groups');
  await client.query('create table search_cards_next (like search_cards) with (fillfactor = 90)');
  const entries = await countOf(client, 'select count(*) from cards');
  let read = 0;
  await writeSearchRows(client, 'search_cards_next', (rows) => {
    read += rows;
    progress.report('writing cards for search', read / entries);
  });
  progress.report('indexing cards for search');
  await client.query("set local maintenance_work_mem = '256MB'");
  await client.query(
    'alter table search_cards_next add constraint search_cards_next_pkey primary key (card)',
  );
  for (const tier of TIERS) {
    await client.query(
      `create index search_cards_next_tier_${tier}_idx on search_cards_next
       using gin (terms) with (fastupdate = off) where tier = ${tier}`,
    );
  }
  await client.query(`grant select on search_cards_next to ${ROLES.search}`);
  await client.query('analyze search_cards_next');
  await client.query(
    `update search_index set terms_version = $1, tier_bounds = array[
       coalesce((select popularity + 1 from search_groups where position = $2 + 1), 0),
       coalesce((select popularity + 1 from search_groups where position = $3 + 1), 0)
     ]`,
    [TERMS_VERSION, most, most + more],
  );
  await replace(client);
  return countOf(client, 'select count(*) from search_groups');
}

/** Whether there are cards whose terms follow other rules than today's, or that have none yet. */
export async function isSearchOutdated(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ outdated: boolean }>(`
    select (select terms_version from search_index) <> ${TERMS_VERSION} and exists (select from cards) as outdated
  `);
  return rows[0]?.outdated ?? false;
}

/** Rebuilds search after an upgrade that reads texts in another way. */
export async function rebuildOutdated(database: DataSource, progress: Progress): Promise<void> {
  await asOnlyWriter(
    database,
    () => progress.report('waiting for a load'),
    async (client) => {
      if (await isSearchOutdated(client)) {
        await inTransaction(client, () => rebuildSearch(client, progress));
      }
    },
  );
}

/** Searches wait from here until the transaction commits. */
async function replace(client: ClientBase): Promise<void> {
  await client.query(`
    drop table search_cards;
    alter table search_cards_next rename to search_cards;
    alter index search_cards_next_pkey rename to search_cards_pkey;
    ${TIERS.map((tier) => `alter index search_cards_next_tier_${tier}_idx rename to search_cards_tier_${tier}_idx;`).join(' ')}
  `);
}
