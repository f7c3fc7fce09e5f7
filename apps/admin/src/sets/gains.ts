import { GRADE_SCALES } from '@gcd/contracts';
import type { ClientBase } from 'pg';

// Maximum age of gains in days. It covers the weeks and months of `ACTIVITY_PERIODS`.
const MAX_AGE_DAYS = 400;

/** Returns SQL for the day before the first day with gains, if the latest date in the data is the given one. */
export const gainsStart = (date: string): string => `${date} - ${MAX_AGE_DAYS}`;

/** SQL for a relation `gems (grader, positions)` with the positions of the gem grades in each grader's scale. */
const GEMS = `(values ${Object.values(GRADE_SCALES)
  .map(({ grader, grades }) => {
    const positions = grades.flatMap(({ isGem }, index) => (isGem ? [index + 1] : []));
    return `('${grader}'::grader, array[${positions}])`;
  })
  .join(', ')}) gems (grader, positions)`;

/**
 * SQL that follows the history `h` in a FROM clause. It adds `counted (total, gem_total)`: the totals of each row of
 * the history.
 */
export const COUNT_HISTORY = `
  join cards history_card on history_card.id = h.card
  join ${GEMS} using (grader)
  cross join lateral (
    select (coalesce(sum(n), 0) + (select coalesce(sum(q), 0) from unnest(h.qualifiers) q))::integer as total,
      coalesce(sum(n) filter (where position = any(gems.positions)), 0)::integer as gem_total
    from unnest(h.grades) with ordinality g (n, position)
  ) counted`;

/**
 * Records the changes between consecutive rows of `timeline`. The first counts of a card are not a change, because
 * earlier counts are unknown.
 */
export async function writeGains(client: ClientBase): Promise<void> {
  await client.query(`
    with deleted as (
      delete from recent_gains g using affected_range t where t.looks_back and g.card = t.card returning g.recorded_on
    )
    insert into affected_days select distinct recorded_on from deleted
  `);
  await client.query(`
    with inserted as (
      insert into recent_gains (card, recorded_on, copies, gems)
      select t.card, t.recorded_on, t.copies, t.gems
      from timeline t, (
        select ${gainsStart('greatest(d.as_of, (select max(recorded_on) from imported))')} as day from dataset d
      ) start
      where t.recorded_on > start.day and (t.copies, t.gems) <> (0, 0)
      returning recorded_on
    )
    insert into affected_days select distinct recorded_on from inserted
  `);
}

/** Fills `recent_gains` from the history. */
export async function fillGains(client: ClientBase): Promise<void> {
  await client.query(`
    insert into recent_gains (card, recorded_on, copies, gems)
    with recent as (
      select h.card, h.recorded_on, counted.total, counted.gem_total
      from dataset d join population_history h on h.recorded_on > ${gainsStart('d.as_of')} ${COUNT_HISTORY}
    ), before as (
      select h.card, h.recorded_on, counted.total, counted.gem_total
      from dataset d cross join (select distinct card from recent) r
      cross join lateral (
        select * from population_history p where p.card = r.card and p.recorded_on <= ${gainsStart('d.as_of')}
        order by p.recorded_on desc limit 1
      ) h ${COUNT_HISTORY}
    ), gains as (
      select card, recorded_on, total - lag(total) over dates as copies, gem_total - lag(gem_total) over dates as gems
      from (select * from recent union all select * from before) h window dates as (partition by card order by recorded_on)
    )
    select card, recorded_on, copies, gems from gains where (copies, gems) <> (0, 0)
  `);
}
