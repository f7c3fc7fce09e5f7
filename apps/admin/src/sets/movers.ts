import { MAX_MOVERS, MOVER_DAYS } from '@gcd/contracts';
import type { ClientBase } from 'pg';

const MAX_WINDOW_DAYS = Math.max(...Object.values(MOVER_DAYS));

/**
 * All lists of movers: one for each window and kind of copies (all or gem). `sum` is a SQL expression for the copies
 * added to a card in the window, and `column` is its name in the result. In the expression, `g` is a row of
 * `recent_gains`, and `d` is the dataset.
 */
const LISTS = Object.entries(MOVER_DAYS).flatMap(([period, days]) =>
  ['copies', 'gems'].map((metric) => ({
    period,
    metric,
    column: `${period}_${metric}`,
    sum: `coalesce(sum(g.${metric}) filter (where g.recorded_on > d.as_of - ${days}), 0)`,
  })),
);

const ORDER = 'added desc, total desc, card';

/** Recomputes the movers of all windows. */
export async function refreshMovers(client: ClientBase): Promise<void> {
  await client.query('delete from movers');
  await client.query(`
    insert into movers (period, metric, category_key, rank, card, added)
    with gains as (
      select coalesce(c.universal, c.id) as card, ${LISTS.map(({ sum, column }) => `${sum} as ${column}`).join(', ')}
      from dataset d join recent_gains g on g.recorded_on > d.as_of - ${MAX_WINDOW_DAYS}
      join cards c on c.id = g.card group by 1
    ), listed as (
      select v.period, v.metric, s.category_key, g.card, v.added, m.total
      from gains g join set_cards m using (card) join sets s using (set_id)
      cross join lateral (
        values ${LISTS.map(({ period, metric, column }) => `('${period}', '${metric}', g.${column})`).join(', ')}
      ) v (period, metric, added)
      where v.added > 0
    ), ranked as (
      select *, row_number() over (partition by period, metric, category_key order by ${ORDER}) as rank from listed
    ), best as (
      select * from ranked where rank <= ${MAX_MOVERS}
    ), overall as (
      select *, row_number() over (partition by period, metric order by ${ORDER}) as overall_rank from best
    )
    select period, metric, category_key, rank, card, added from best where category_key <> ''
    union all
    select period, metric, '', overall_rank, card, added from overall where overall_rank <= ${MAX_MOVERS}
  `);
}
