import { ROLES } from '@gcd/database/roles';
import { TERMS_VERSION } from '@gcd/search-terms';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { countOf } from '../import/merge.js';
import type { Progress } from '../progress.js';
import { inTransaction, withWriterLock } from '../writer.js';
import { writeSearchRows } from './search-rows.js';
import { swapSearchTables } from './swap.js';
import { SEARCH_TIERS, TIER_SIZES } from './tiers.js';
import { buildTermTable, Vocabulary } from './vocabulary.js';
import { fillTemporaryTable } from '../temporary-tables.js';

/**
 * Order of the rows of the search table. The popular cards of a tier come first, because a search reads a limited
 * number of rows. Cards of about the same popularity, up to a factor of two, are ordered by set, because matching cards are
 * often in the same sets. PostgreSQL then reads fewer pages.
 */
const ROW_ORDER =
  'g.tier, floor(ln(g.popularity + 1.0::float) / ln(2)) desc, c.category, c.year, c.set_name, g.card';

/**
 * Builds a new search table next to the current one, in a transaction that holds the writer lock. Searches use the
 * current table until {@link swapSearchTables} replaces it.
 * @returns the number of cards
 */
export async function buildSearchTable(client: ClientBase, progress: Progress): Promise<number> {
  progress.report('ranking cards for search');
  const [most, more] = TIER_SIZES;
  await fillTemporaryTable(
    client,
    'search_groups',
    `
    with counted as (
      select coalesce(c.universal, c.id) as card, least(coalesce(sum(p.total), 0), 2147483647)::integer as popularity
      from cards c left join populations p on p.card = c.id group by 1
    ), ranked as (
      select card, popularity, row_number() over (order by popularity desc, card) as rank from counted
    ), tiered as (
      select card, popularity,
        (case when rank <= ${most} then 0 when rank <= ${most + more} then 1 else 2 end)::smallint as tier
      from ranked
    )
    select row_number() over (order by ${ROW_ORDER}) as position, g.card, g.tier, g.popularity
    from tiered g join cards c on c.id = g.card
  `,
  );
  await client.query('create unique index on search_groups (position)');
  // Leave space on each page, so that imports can update the popularity without updating the indexes.
  await client.query('create table search_cards_next (like search_cards) with (fillfactor = 80)');
  const entries = await countOf(client, 'select count(*) from cards');
  const vocabulary = new Vocabulary();
  let read = 0;
  await writeSearchRows(
    client,
    'search_cards_next',
    (rows) => {
      read += rows;
      progress.report('writing cards for search', read / entries);
    },
    (lexemes) => vocabulary.add(lexemes),
  );
  progress.report('indexing cards for search');
  await client.query("set local maintenance_work_mem = '256MB'");
  await client.query(
    'alter table search_cards_next add constraint search_cards_next_pkey primary key (card)',
  );
  for (const tier of SEARCH_TIERS) {
    await client.query(
      `create index search_cards_next_tier_${tier}_idx on search_cards_next
       using gin (terms) with (fastupdate = off) where tier = ${tier}`,
    );
  }
  await buildTermTable(client, vocabulary);
  await client.query(`grant select on search_cards_next, search_terms_next to ${ROLES.search}`);
  await client.query('analyze search_cards_next');
  await client.query(
    `update search_index set terms_version = $1, tier_bounds = array[
       coalesce((select max(popularity) + 1 from search_groups where tier = 1), 0),
       coalesce((select max(popularity) + 1 from search_groups where tier = 2), 0)
     ]`,
    [TERMS_VERSION],
  );
  return countOf(client, 'select count(*) from search_groups');
}

const OUTDATED = `
  select (select terms_version from search_index) <> ${TERMS_VERSION} and exists (select from cards) as outdated
`;

/**
 * Whether the search table must be rebuilt, because it is empty although cards exist, or because it was built with
 * different rules.
 */
export async function isSearchOutdated(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ outdated: boolean }>(OUTDATED);
  return rows[0]?.outdated ?? false;
}

/** Rebuilds the search table in its own transaction. @returns the number of cards */
export async function rebuildSearch(client: ClientBase, progress: Progress): Promise<number> {
  return inTransaction(client, async () => {
    const cards = await buildSearchTable(client, progress);
    // The new data version invalidates cached searches.
    await client.query('update dataset set version = version + 1');
    await swapSearchTables(client, progress);
    return cards;
  });
}

/** Rebuilds the search table if an upgrade has changed how text is converted to lexemes. */
export async function rebuildOutdated(
  database: DataSource,
  progress: Progress,
  onWait: () => void,
): Promise<void> {
  const [{ outdated }] = await database.query(OUTDATED);
  if (!outdated) return;
  await withWriterLock(database, onWait, async (client) => {
    if (await isSearchOutdated(client)) await rebuildSearch(client, progress);
  });
}
