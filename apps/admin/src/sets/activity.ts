import { ACTIVITY_PERIODS, MAX_LEADERS } from '@gcd/contracts';
import type { ClientBase } from 'pg';
import { fillTemporaryTable } from '../temporary-tables.js';

/** SQL for the start of the first listed period, and for the last date of a period that starts on `starts_on`. */
const intervals = Object.entries(ACTIVITY_PERIODS).map(([name, periods]) => ({
  name,
  first: `(date_trunc('${name}', d.as_of) - interval '${periods - 1} ${name}')::date`,
  end: `(p.starts_on + interval '1 ${name}')::date`,
}));

/**
 * Updates the copies added in each week and month, and the cards, sets, names and categories to which most were added.
 * Only the periods of `affected_days` are computed again.
 */
export async function refreshActivity(client: ClientBase): Promise<void> {
  await fillTemporaryTable(
    client,
    'affected_periods',
    intervals
      .map(
        ({ name, first, end }) => `
      select '${name}' as period, p.starts_on, ${end} as ends_before
      from (select distinct date_trunc('${name}', day)::date as starts_on from affected_days) p, dataset d
      where p.starts_on >= ${first}`,
      )
      .join(' union all '),
  );
  for (const table of ['activity', 'activity_leaders']) {
    await client.query(`
      delete from ${table} a using dataset d where ${intervals
        .map(({ name, first }) => `(a.period = '${name}' and a.starts_on < ${first})`)
        .join(' or ')}
    `);
    await client.query(
      `delete from ${table} a using affected_periods p where (a.period, a.starts_on) = (p.period, p.starts_on)`,
    );
  }
  const gains =
    'affected_periods p join recent_gains g on g.recorded_on >= p.starts_on and g.recorded_on < p.ends_before';
  await client.query(`
    insert into activity (period, starts_on, grader, copies, gems)
    select p.period, p.starts_on, c.grader, sum(g.copies), sum(g.gems)
    from ${gains} join cards c on c.id = g.card group by 1, 2, 3
  `);
  await client.query(`
    insert into activity_leaders (period, starts_on, kind, rank, subject, label, added)
    with gained as (
      select p.period, p.starts_on, coalesce(c.universal, c.id) as card, sum(g.copies) as added
      from ${gains} join cards c on c.id = g.card group by 1, 2, 3
    ), by_card as (
      select *, row_number() over (partition by period, starts_on order by added desc, card) as rank from gained
    ), by_set as (
      select g.period, g.starts_on, m.set_id, sum(g.added) as added from gained g join set_cards m using (card) group by 1, 2, 3
    ), by_name as (
      select g.period, g.starts_on, split_part(m.display_name, ', ', 1) as name, sum(g.added) as added
      from gained g join set_cards m using (card) join cards c on c.id = g.card where c.name <> '' group by 1, 2, 3
    ), sums (period, starts_on, kind, subject, label, added) as (
      select period, starts_on, 'card', card::text, '', added from by_card where rank <= ${MAX_LEADERS}
      union all
      select period, starts_on, 'set', encode(set_id, 'hex'), '', added from by_set
      union all
      select period, starts_on, 'name', lower(name), max(name collate "C"), sum(added) from by_name group by 1, 2, 4
      union all
      select period, starts_on, 'category', s.category_key, max(s.category collate "C"), sum(g.added)
      from by_set g join sets s using (set_id) where s.category_key <> '' group by 1, 2, 4
    ), ranked as (
      select *, row_number() over (partition by period, starts_on, kind order by added desc, subject) as rank
      from sums where added > 0
    )
    select period, starts_on, kind, rank, subject, label, added from ranked where rank <= ${MAX_LEADERS}
  `);
}

/** Recomputes the totals of each grader, over all of its cards. */
export async function refreshTotals(client: ClientBase): Promise<void> {
  await client.query('delete from activity_totals');
  await client.query(`
    insert into activity_totals (grader, cards, copies, gems, first_recorded, last_recorded)
    select c.grader, count(*), coalesce(sum(p.total), 0), coalesce(sum(p.gem_total), 0), min(p.first_recorded), max(p.updated_on)
    from cards c left join latest_populations p on p.card = c.id group by 1
  `);
}
