import { ServicePool } from '@gcd/database/pool';
import type { Position } from '@gcd/service';
import { Injectable } from '@nestjs/common';
import type { ChangeTuple } from './changes.view.js';

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
  /** Of each id, in the same order; only if requested. */
  readonly changes?: readonly ChangeTuple[];
  /** The data version that it was read at. */
  readonly version: number;
}

/** The current counts of the cards of a page, in the same statement: so they are as new as the page. */
const CHANGES_OF_PAGE = `,
    (select coalesce(json_agg(json_build_array(page.reason, (
      select json_object_agg(
        member.grader, json_build_array(coalesce(population.total, 0), coalesce(population.gem_total, 0)) order by member.grader
      )
      from cards member left join populations population on population.card = member.id
      where member.universal = card.id or member.id = card.id
    )) order by page.seq), '[]') from page join cards card using (card_id)) as changes`;

/** @param position a query for `epoch` and `start`; `$1` is the most ids of a page */
const pageAfter = (position: string, more: string): string => `
  with position as (${position}), found as (
    select card_id, seq, reason, row_number() over (order by seq) as place
    from card_changes where seq > (select start from position) order by seq limit $1::integer + 1
  ), page as (select * from found where place <= $1)
  select position.epoch, position.start, (select max(seq) from page) as last, (select count(*)::integer from page) as count,
    exists (select from found where place > $1) as has_more,
    (select json_agg(encode(card_id, 'hex') order by seq)::text from page) as card_ids,
    (select version::float8 from dataset) as version${more}
  from position`;

interface Statement {
  readonly name: string;
  readonly text: string;
}

/** The statements for a page without and with populations. */
const pageStatements = (
  name: string,
  position: string,
): [ids: Statement, populations: Statement] => [
  { name, text: pageAfter(position, '') },
  { name: `${name}-populations`, text: pageAfter(position, CHANGES_OF_PAGE) },
];

/** Where the feed ends. */
export const FEED_POSITION = {
  name: 'feed-position',
  text: 'select seq::float8 as seq from feed_head',
};

const CHANGES_SINCE = pageStatements(
  'changes-since',
  `select epoch, coalesce((select before_seq from feed_days where day >= $2 order by day limit 1), seq) as start
   from feed_head`,
);

// Places of an epoch that has ended hold as far as nothing was lost; of one that this database never had, not at all. A
// database that has not heard of the epoch yet has nothing new to tell.
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

/** What a page is requested with. */
export interface PageOptions {
  /** Most ids. */
  readonly limit: number;
  readonly withPopulations: boolean;
}

/** Every question that the changes service asks the database. */
@Injectable()
export class ChangesQueries {
  constructor(private readonly pool: ServicePool) {
    // Followed from the start, so that the first page need not wait.
    void pool.dataVersion;
  }

  /** @returns the first changes of a day and all later ones */
  since(day: string, options: PageOptions): Promise<ChangesRow> {
    return this.one(CHANGES_SINCE, options, day);
  }

  /** @returns the changes after a position */
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
    // Until here other processes may still serve what is older than this page.
    await this.pool.dataVersion.settled(row.version);
    return row;
  }
}
