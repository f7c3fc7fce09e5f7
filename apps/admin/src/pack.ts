import type { ClientBase } from 'pg';
import type { Progress } from './progress.js';

/** Maximum number of cards per statement, so that transactions are short. */
export const CARDS_PER_STATEMENT = 50_000;

/**
 * Moves old history into `population_years`, which takes less space. Only years before the year of the latest date are
 * moved. Each statement moves the changes of some cards in one year, and can safely run again after a failure.
 * Concurrent requests find every change, either in its own row or in the packed year. If a year of a card is packed
 * already, the moved changes are later, because an import of earlier dates unpacks all years of the card.
 * @returns the number of changes moved
 */
export async function packHistory(client: ClientBase, progress: Progress): Promise<number> {
  const { rows: partitions } = await client.query<{ name: string; year: number; max: number }>(`
    select inhrelid::regclass::text as name, year, (select max(card) from populations) as max
    from pg_inherits cross join lateral (select right(inhrelid::regclass::text, 4)::integer as year) named
    where inhparent = 'population_history'::regclass and year < (select extract(year from as_of) from dataset)
    order by year
  `);
  let moved = 0;
  for (const { name, year, max } of partitions) {
    if ((await client.query(`select from ${name} limit 1`)).rowCount === 0) continue;
    for (let first = 0; first <= max; first += CARDS_PER_STATEMENT) {
      progress.report(`packing the history of ${year}`, first / max);
      const { rows } = await client.query<{ changes: number }>(
        `with moved as (
           delete from ${name} where card >= $1 and card < $2 returning *
         ), packed as (
           insert into population_years (card, year, changes)
           select card, $3, string_agg(concat_ws(' ', to_char(recorded_on, 'YYYY-MM-DD'), grades, qualifiers), ';' order by recorded_on)
           from moved group by card
           on conflict (card, year) do update set changes = population_years.changes || ';' || excluded.changes
         )
         select count(*)::integer as changes from moved`,
        [first, first + CARDS_PER_STATEMENT, year],
      );
      moved += rows[0]?.changes ?? 0;
    }
    await client.query(`vacuum ${name}`);
    // Rebuild the index. Unlike the table, it does not shrink on its own.
    await client.query(`reindex table concurrently ${name}`);
  }
  return moved;
}

/**
 * Unpacks the history of the cards in `affected_range` that get counts for earlier dates, because an import can change
 * only unpacked rows.
 */
export async function unpackHistory(client: ClientBase): Promise<void> {
  await client.query(`
    with packed as (
      delete from population_years y using affected_range t where t.looks_back and y.card = t.card
      returning y.card, y.changes
    )
    insert into population_history (card, recorded_on, grades, qualifiers)
    select card, split_part(change, ' ', 1)::date, split_part(change, ' ', 2)::integer[],
      split_part(change, ' ', 3)::integer[]
    from packed cross join unnest(string_to_array(changes, ';')) change
  `);
}
