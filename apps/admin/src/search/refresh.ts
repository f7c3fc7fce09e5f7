import type { ClientBase } from 'pg';
import type { Progress } from '../progress.js';
import { buildSearchTable, isSearchOutdated } from './rebuild.js';
import { writeSearchRows } from './search-rows.js';
import { TIER_SIZES } from './tiers.js';
import { updateTerms } from './vocabulary.js';
import { createTemporaryTable, fillTemporaryTable } from '../temporary-tables.js';

// If more than this share of all cards is affected, building a new table is faster than updating rows.
const REBUILD_SHARE = 0.1;
const MIN_REBUILD = 5_000;

const RECORD_PENDING = `
  insert into search_pending
  select distinct unnest(array[c.id, coalesce(c.universal, c.id)])
  from search_index, affected_cards t join cards c on c.id = t.card where uses_engine
  on conflict do nothing`;

/**
 * Updates the search table for the affected cards, or builds a replacement that becomes current at the end of the
 * transaction. In both cases, searches see either the whole import or none of it.
 */
export async function refreshSearch(client: ClientBase, progress: Progress): Promise<void> {
  await client.query(RECORD_PENDING);
  if (await needsRebuild(client)) {
    await buildSearchTable(client, progress);
    return;
  }
  progress.report('updating the search table');
  await rewriteCards(client);
  await updatePopularity(client);
}

async function needsRebuild(client: ClientBase): Promise<boolean> {
  if (await isSearchOutdated(client)) return true;
  const { rows } = await client.query<{ affected: number; cards: number; top: number }>(`
    select
      (select count(distinct card) from affected_cards where effect <> 'population')::integer as affected,
      (select count(*) from search_cards)::integer as cards,
      (select count(*) from search_cards where tier = 0)::integer as top
  `);
  const { affected, cards, top } = rows[0] as (typeof rows)[number];
  return affected > Math.max(MIN_REBUILD, cards * REBUILD_SHARE) || top > 2 * TIER_SIZES[0];
}

/**
 * Rewrites the search rows of cards whose grader cards or matches changed. Deletes the rows of grader cards that were
 * matched to another card.
 */
async function rewriteCards(client: ClientBase): Promise<void> {
  await fillTemporaryTable(
    client,
    'search_groups',
    `
    select row_number() over () as position, g.card, ${tierOf('popularity')} as tier, popularity
    from (
      select distinct coalesce(c.universal, c.id) as card
      from affected_cards t join cards c on c.id = t.card where t.effect <> 'population'
    ) g, ${POPULARITY}
  `,
  );
  await createTemporaryTable(client, 'search_changes', 'like search_cards');
  const ignore = () => undefined;
  await writeSearchRows(client, 'search_changes', ignore, ignore);
  await updateTerms(
    client,
    `select card from search_changes
     union select c.id from affected_cards t join cards c on c.id = t.card where c.universal <> c.id`,
  );
  await client.query(`
    delete from search_cards s using affected_cards t join cards c on c.id = t.card
    where s.card = c.id and c.universal <> c.id
  `);
  await client.query(`
    insert into search_cards select * from search_changes
    on conflict (card) do update set tier = excluded.tier, popularity = excluded.popularity, terms = excluded.terms,
      entries = excluded.entries
    where row(search_cards.*) is distinct from row(excluded.*)
  `);
}

/**
 * Updates the popularity of cards whose counts changed. Their terms, and usually their tiers, stay the same, so indexes
 * rarely need an update.
 */
async function updatePopularity(client: ClientBase): Promise<void> {
  await client.query(`
    update search_cards s set popularity = g.popularity, tier = g.tier
    from (
      select g.card, ${tierOf('popularity')} as tier, popularity
      from (
        select distinct coalesce(c.universal, c.id) as card
        from affected_cards t join cards c on c.id = t.card where t.effect = 'population'
      ) g, ${POPULARITY}
    ) g
    where s.card = g.card and (s.popularity, s.tier) is distinct from (g.popularity, g.tier)
  `);
}

/**
 * SQL for a lateral subquery with the column `popularity`: the total number of copies of the card `g.card` across all
 * graders.
 */
const POPULARITY = `
  lateral (
    select least(coalesce(sum(p.total), 0), 2147483647)::integer as popularity from (
      select id from cards where universal = g.card union select g.card
    ) member join populations p on p.card = member.id
  ) counted`;

/** Returns the SQL expression for the tier of a card. @param popularity SQL expression for its popularity */
function tierOf(popularity: string): string {
  return `(select case when ${popularity} >= tier_bounds[1] then 0 when ${popularity} >= tier_bounds[2] then 1 else 2 end
    from search_index)::smallint`;
}
