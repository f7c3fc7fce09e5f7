import type { ClientBase } from 'pg';
import type { Progress } from './progress.js';

export interface Retention {
  /** Years of history to keep, counted back from the latest date in the data. */
  readonly historyYears: number;
  /** Number of days to keep a quota period after its end. */
  readonly quotaDays: number;
}

/** Number of deleted rows in each table. */
export interface Pruned {
  readonly population_history: number;
  readonly quota_ceilings: number;
  readonly usage_days: number;
  readonly feed_days: number;
}

/**
 * Number of days to keep in `feed_days`. The API accepts a `since` within the last 30 days. The extra day is for requests
 * that arrive just before midnight.
 */
const FEED_DAYS = 31;

/** Maximum number of cards per statement, so that transactions are short. */
const CARDS_PER_STATEMENT = 50_000;

/**
 * Deletes data whose retention period has passed. Each step runs in its own transaction and can safely run again after
 * a failure.
 */
export async function prune(
  client: ClientBase,
  { historyYears, quotaDays }: Retention,
  progress: Progress,
): Promise<Pruned> {
  return {
    population_history: await pruneHistory(client, historyYears, progress),
    quota_ceilings: await pruneQuotas(client, quotaDays),
    usage_days: await pruneDays(client, 'usage_days', quotaDays),
    feed_days: await pruneDays(client, 'feed_days', FEED_DAYS),
  };
}

/**
 * Deletes old counts. The last counts of each card before the retention period are kept, because they stay valid until
 * the card's next counts.
 */
async function pruneHistory(
  client: ClientBase,
  years: number,
  progress: Progress,
): Promise<number> {
  const { rows } = await client.query<{ cutoff: string | null; max: number | null }>(
    `select (as_of - make_interval(years => $1))::date::text as cutoff, (select max(card) from populations) as max
     from dataset`,
    [years],
  );
  const { cutoff, max } = rows[0] ?? {};
  if (!cutoff || !max) return 0;
  let removed = 0;
  for (let first = 0; first <= max; first += CARDS_PER_STATEMENT) {
    progress.report('pruning the history', first / max);
    const { rowCount } = await client.query(
      `delete from population_history old
       where card >= $1 and card < $2 and recorded_on < $3::date and exists (
         select from population_history later
         where later.card = old.card and later.recorded_on > old.recorded_on and later.recorded_on <= $3::date
       )`,
      [first, first + CARDS_PER_STATEMENT, cutoff],
    );
    removed += rowCount ?? 0;
  }
  return removed;
}

/** Deletes old quota periods. The length of a period depends on the account's plan. A month counts as 31 days. */
async function pruneQuotas(client: ClientBase, days: number): Promise<number> {
  const { rowCount } = await client.query(
    `delete from quota_ceilings q using accounts a join plans p on p.name = a.plan
     where a.id = q.account and q.period_start < now() - make_interval(days => $1)
       - case p.period when 'day' then interval '1 day' when 'month' then interval '31 days' else p.period::interval end`,
    [days],
  );
  return rowCount ?? 0;
}

async function pruneDays(
  client: ClientBase,
  name: 'usage_days' | 'feed_days',
  days: number,
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from ${name} where day < (now() at time zone 'UTC')::date - $1::integer`,
    [days],
  );
  return rowCount ?? 0;
}
