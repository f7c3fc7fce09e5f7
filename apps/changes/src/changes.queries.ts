import { ServicePool } from '@gcd/database/pool';
import { Injectable } from '@nestjs/common';
import type { Position } from './cursor.js';

/** What the feed has after a position. All of it, and the position, is read in one statement: it sees one moment. */
export interface ChangesRow {
  /** The epoch and the place that the page begins after. */
  readonly epoch: string;
  readonly start: string;
  /** The place of its last id; null when there is none. */
  readonly last: string | null;
  /** How many ids. */
  readonly count: number;
  readonly has_more: boolean;
  /** JSON of an array; null when there is none. */
  readonly card_ids: string | null;
  /** The data version that it was read at. */
  readonly version: number;
}

/** @param position a query for `epoch` and `start`; `$1` is the most ids of a page */
const pageAfter = (position: string): string => `
  with position as (${position}), found as (
    select card_id, seq, row_number() over (order by seq) as place
    from card_changes where seq > (select start from position) order by seq limit $1::integer + 1
  ), page as (select * from found where place <= $1)
  select position.epoch, position.start, (select max(seq) from page) as last, (select count(*)::integer from page) as count,
    exists (select from found where place > $1) as has_more,
    (select json_agg(encode(card_id, 'hex') order by seq)::text from page) as card_ids,
    (select version::float8 from dataset) as version
  from position`;

/** Where the feed ends. */
export const FEED_POSITION = {
  name: 'feed-position',
  text: 'select seq::float8 as seq from feed_head',
};

const CHANGES_SINCE = {
  name: 'changes-since',
  text: pageAfter(`
    select epoch, coalesce((select before_seq from feed_days where day >= $2 order by day limit 1), seq) as start
    from feed_head`),
};

// Places of an epoch that has ended hold as far as nothing was lost; of one that this database never had, not at all. A
// database that has not heard of the epoch yet has nothing new to tell.
const CHANGES_AFTER = {
  name: 'changes-after',
  text: pageAfter(`
    select greatest(epoch, $2::bigint) as epoch, case
      when $2 = epoch then $3::bigint
      when $2 > epoch then 9223372036854775807
      else coalesce((
        select least($3, min(safe_seq)) from feed_epochs ended where ended.epoch >= $2
        having bool_or(ended.epoch = $2)
      ), 0) end as start
    from feed_head`),
};

/** Every question that the changes service asks the database. */
@Injectable()
export class ChangesQueries {
  constructor(private readonly pool: ServicePool) {
    // Followed from the start, so that the first page need not wait.
    void pool.dataVersion;
  }

  /** @returns the first changes of a day and all later ones */
  since(day: string, limit: number): Promise<ChangesRow> {
    return this.one({ ...CHANGES_SINCE, values: [limit, day] });
  }

  /** @returns the changes after a position */
  after({ epoch, seq }: Position, limit: number): Promise<ChangesRow> {
    return this.one({ ...CHANGES_AFTER, values: [limit, epoch, seq] });
  }

  private async one(statement: {
    name: string;
    text: string;
    values: unknown[];
  }): Promise<ChangesRow> {
    const [row] = await this.pool.rows<ChangesRow>(statement);
    if (!row) throw new Error('feed_head has no row');
    // Until here other processes may still serve what is older than this page.
    await this.pool.dataVersion.settled(row.version);
    return row;
  }
}
