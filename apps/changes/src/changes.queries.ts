import { type Position } from '@gcd/cursors';
import { ServicePool } from '@gcd/database/pool';
import { registerGauge } from '@gcd/process';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ChangeTuple } from './changes.view.js';

/**
 * A page of the change feed that starts after a given position. A single statement reads all columns, so they come from
 * the same snapshot.
 */
export interface ChangesRow {
  /** Epoch and sequence number of the position after which the page starts. */
  readonly epoch: string;
  readonly start: string;
  /** Sequence number of the last card id on the page; null if the page is empty. */
  readonly last: string | null;
  readonly count: number;
  readonly has_more: boolean;
  /** Card ids of 40 hexadecimal digits each, concatenated; null if the page is empty. */
  readonly card_ids: string | null;
  /** One change for each card id, in the same order; present only if requested. */
  readonly changes?: readonly ChangeTuple[];
  /** Data version of the snapshot that the page was read from. */
  readonly version: number;
}

/**
 * SQL for the current counts of the cards on a page. It is part of the statement that reads the page, so the counts
 * come from the same snapshot.
 */
const CHANGES_OF_PAGE = `,
    (select coalesce(json_agg(json_build_array(page.reason, (
      select json_object_agg(
        member.grader, json_build_array(
          encode(member.card_id, 'hex'), coalesce(population.total, 0), coalesce(population.gem_total, 0)
        ) order by member.grader
      )
      from cards member left join populations population on population.card = member.id
      where member.universal = card.id or member.id = card.id
    )) order by page.seq), '[]') from page join cards card using (card_id)) as changes`;

/**
 * Returns a SQL statement that selects the page after a position. `$1` is the maximum number of card ids.
 * @param position subquery that returns the columns `epoch` and `start`
 * @param more additional columns to select
 */
const pageAfter = (position: string, more: string): string => `
  with position as (${position}), found as (
    select card_id, seq, reason from card_changes
    where seq > (select start from position) order by seq limit $1::integer + 1
  ), page as (select * from found order by seq limit $1)
  select position.epoch, position.start, ids.last, ids.count, ids.card_ids,
    (select count(*) from found) > ids.count as has_more,
    (select version::float8 from dataset) as version${more}
  from position, (
    select max(seq) as last, count(*)::integer as count, encode(string_agg(card_id, '' order by seq), 'hex') as card_ids
    from page
  ) ids`;

interface Statement {
  readonly name: string;
  readonly text: string;
}

const pageStatements = (
  name: string,
  position: string,
): [ids: Statement, populations: Statement] => [
  { name, text: pageAfter(position, '') },
  { name: `${name}-populations`, text: pageAfter(position, CHANGES_OF_PAGE) },
];

/** SQL for the last position in the change feed. */
const FEED_POSITION = {
  name: 'feed-position',
  text: 'select seq::float8 as seq from feed_head',
};

const CHANGES_SINCE = pageStatements(
  'changes-since',
  `select epoch, coalesce((select before_seq from feed_days where day >= $2 order by day limit 1), seq) as start
   from feed_head`,
);

// Statements for the page after a position. If the position is from an earlier epoch, the page starts at the position
// or at the last safe sequence number of that epoch, whichever is lower. If that epoch is unknown, the page starts at
// the beginning of the feed. If this database does not have the position's epoch, for example after a restore, the page
// is empty.
const CHANGES_AFTER = pageStatements(
  'changes-after',
  `select greatest(epoch, $2::bigint) as epoch, case
      when $2 = epoch then $3::bigint
      when $2 > epoch then 9223372036854775807
      else coalesce((
        select least($3, min(safe_seq)) from feed_epochs ended where ended.epoch >= $2
        having bool_or(ended.epoch = $2)
      ), 0) end as start
    from feed_head`,
);

export interface PageOptions {
  readonly limit: number;
  readonly withPopulations: boolean;
}

@Injectable()
export class ChangesQueries implements OnModuleInit {
  constructor(private readonly pool: ServicePool) {}

  onModuleInit(): void {
    registerGauge('gcd_feed_position', 'Last sequence number of the change feed.', async () => {
      const [row] = await this.pool.rows<{ seq: number }>(FEED_POSITION);
      return row?.seq ?? null;
    });
  }

  /** Finds the changes that were recorded on or after a day. */
  since(day: string, options: PageOptions): Promise<ChangesRow> {
    return this.one(CHANGES_SINCE, options, day);
  }

  /** Finds the changes that follow a position in the feed. */
  after({ epoch, seq }: Position, options: PageOptions): Promise<ChangesRow> {
    return this.one(CHANGES_AFTER, options, epoch, seq);
  }

  private async one(
    [ids, populations]: readonly [Statement, Statement],
    { limit, withPopulations }: PageOptions,
    ...position: readonly unknown[]
  ): Promise<ChangesRow> {
    const statement = withPopulations ? populations : ids;
    const [row] = await this.pool.rows<ChangesRow>({ ...statement, values: [limit, ...position] });
    if (!row) throw new Error('feed_head has no row');
    return row;
  }
}
