import { GRADERS } from '@gcd/contracts';
import type { ClientBase } from 'pg';
import { countOf } from '../import/merge.js';
import type { Progress } from '../progress.js';
import { refreshActivity, refreshTotals } from './activity.js';
import { gainsStart } from './gains.js';
import { writeMembers, writeNames, writeTexts } from './members.js';
import { refreshMovers } from './movers.js';
import { fillTemporaryTable } from '../temporary-tables.js';

/**
 * Updates sets and movers for the affected cards. Must run after `dataset.as_of` has been updated. All totals of a set
 * are recomputed whenever one of its cards changes, so that errors cannot accumulate.
 */
export async function refreshSets(client: ClientBase, progress: Progress): Promise<void> {
  progress.report('updating sets');
  await gatherCards(client);
  if ((await countOf(client, 'select count(*) from set_groups')) > 0) {
    await gatherTotals(client);
    await writeMembers(client);
    await gatherChangedSets(client);
    await writeCards(client);
    await writeTexts(client);
    await writeSets(client);
    await nameCards(client);
  }
  progress.report('listing movers');
  await client.query(
    `delete from recent_gains g using dataset d where g.recorded_on <= ${gainsStart('d.as_of')}`,
  );
  await refreshMovers(client);
  progress.report('adding up weeks and months');
  // Matches and corrected details change the cards, sets and names of earlier weeks.
  await client.query(`
    insert into affected_days
    select distinct g.recorded_on from affected_cards t join recent_gains g using (card) where t.effect <> 'population'
  `);
  await refreshActivity(client);
  await refreshTotals(client);
}

/**
 * Creates `set_groups`: the affected universal and unmatched cards, and whether their set or position may have changed.
 */
async function gatherCards(client: ClientBase): Promise<void> {
  await fillTemporaryTable(
    client,
    'set_groups',
    `
    select t.card, t.is_placed or s.card is null as is_placed
    from (
      select coalesce(c.universal, c.id) as card, bool_or(t.effect <> 'population') as is_placed
      from affected_cards t join cards c on c.id = t.card group by 1
    ) t left join set_cards s using (card)
  `,
  );
}

/** SQL for a bit mask in which only the bit of the row's grader is set. */
const GRADER_BIT = `case member.grader ${GRADERS.map((grader, bit) => `when '${grader}' then ${1 << bit}`).join(' ')} end`;

async function gatherTotals(client: ClientBase): Promise<void> {
  await fillTemporaryTable(
    client,
    'set_totals',
    `
    select member.card, least(coalesce(sum(p.total), 0), 2147483647)::integer as total,
      least(coalesce(sum(p.gem_total), 0), 2147483647)::integer as gem_total, bit_or(${GRADER_BIT})::smallint as graders,
      max(p.changed_on) as changed_on
    from (
      select g.card, c.id, c.grader from set_groups g join cards c on c.universal = g.card
      union all
      select g.card, c.id, c.grader from set_groups g join cards c on c.id = g.card where c.universal is null
    ) member
    left join populations p on p.card = member.id
    group by member.card
  `,
  );
}

/**
 * Creates `changed_sets`: sets that contain, gain or lose an affected card; and `named_sets`: those of them whose names
 * may have changed.
 */
async function gatherChangedSets(client: ClientBase): Promise<void> {
  await fillTemporaryTable(
    client,
    'changed_sets',
    `
    select set_id from set_members
    union
    select s.set_id from set_cards s join set_groups using (card)
    union
    select s.set_id from set_cards s join affected_cards using (card)
  `,
  );
  await fillTemporaryTable(
    client,
    'named_sets',
    `
    select set_id from set_members
    union
    select s.set_id from set_cards s join set_groups g using (card) where g.is_placed
    union
    select s.set_id from set_cards s join affected_cards t using (card) where t.effect <> 'population'
  `,
  );
}

async function writeCards(client: ClientBase): Promise<void> {
  await client.query(`
    delete from set_cards s using affected_cards t join cards c on c.id = t.card
    where s.card = c.id and c.universal <> c.id
  `);
  await client.query(`
    update set_cards s set set_id = n.set_id, number_key = n.number_key, total = n.total, gem_total = n.gem_total,
      graders = n.graders, changed_on = n.changed_on
    from (
      select o.card, coalesce(m.set_id, o.set_id) as set_id, coalesce(m.number_key, o.number_key) as number_key,
        t.total, t.gem_total, t.graders, t.changed_on
      from set_totals t join set_cards o using (card) left join set_members m using (card)
    ) n
    where s.card = n.card and row(s.set_id, s.number_key, s.total, s.gem_total, s.graders, s.changed_on)
      is distinct from row(n.set_id, n.number_key, n.total, n.gem_total, n.graders, n.changed_on)
  `);
  await client.query(`
    insert into set_cards (card, set_id, number_key, total, gem_total, graders, changed_on)
    select m.card, m.set_id, m.number_key, t.total, t.gem_total, t.graders, t.changed_on
    from set_members m join set_totals t using (card)
    where not exists (select from set_cards s where s.card = m.card)
    order by m.set_id, m.number_key
  `);
}

async function writeSets(client: ClientBase): Promise<void> {
  await client.query(`
    insert into sets (set_id, display_name, category_key, year_key, name_terms, terms)
    select set_id, display_name, category_key, year_key, name_terms, terms from set_texts
    on conflict (set_id) do update set display_name = excluded.display_name, name_terms = excluded.name_terms,
      terms = excluded.terms
      where row(sets.display_name, sets.name_terms, sets.terms)
        is distinct from row(excluded.display_name, excluded.name_terms, excluded.terms)
  `);
  await client.query(`
    create temp table set_sums on commit drop as
    select s.set_id, count(*)::integer as cards, sum(s.total) as total_population, sum(s.gem_total) as gem_total,
      bit_or(s.graders) as graders, max(s.changed_on) as changed_on, min(s.card) as first_card
    from changed_sets join set_cards s using (set_id) group by s.set_id
  `);
  await client.query(`
    update sets s set cards = n.cards, total_population = n.total_population, gem_total = n.gem_total, graders = n.graders,
      changed_on = n.changed_on, category = c.category, year = c.year, set_name = c.set_name
    from set_sums n join cards c on c.id = n.first_card
    where s.set_id = n.set_id
      and row(s.cards, s.total_population, s.gem_total, s.graders, s.changed_on, s.category, s.year, s.set_name)
        is distinct from row(n.cards, n.total_population, n.gem_total, n.graders, n.changed_on, c.category, c.year, c.set_name)
  `);
  await client.query(`
    delete from sets s using changed_sets c
    where s.set_id = c.set_id and not exists (select from set_sums n where n.set_id = c.set_id)
  `);
}

async function nameCards(client: ClientBase): Promise<void> {
  await writeNames(client);
  await client.query(`
    update set_cards s set display_name = n.display_name, parallel = n.parallel from card_names n
    where s.card = n.card and row(s.display_name, s.parallel) is distinct from row(n.display_name, n.parallel)
  `);
}
