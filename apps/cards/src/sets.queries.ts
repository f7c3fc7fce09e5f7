import type { Grader } from '@gcd/contracts/graders';
import type { listMovers } from '@gcd/contracts/movers';
import type { RequestOf } from '@gcd/contracts/operation';
import { type listSetCards, SET_CARDS_PAGE_SIZE } from '@gcd/contracts/sets';
import { ServicePool } from '@gcd/database/pool';
import { SET_COLUMNS, type SetRow } from '@gcd/population/card-set';
import { GRADER_CARD_COLUMNS, type GraderCardRow } from '@gcd/population/grader-card';
import { Injectable } from '@nestjs/common';

export interface ParallelRow {
  readonly parallel: string;
  readonly cards: number;
  readonly total_population: number;
  readonly gem_total: number;
}

/** A card of a set, with its totals across all graders. */
export interface SetCardRow extends GraderCardRow {
  readonly total_population: number;
  readonly gem_total: number;
  readonly graders: number;
}

/** A card in the list of a set, with the totals of each grader. */
export interface ListedCardRow extends SetCardRow {
  readonly by_grader: Partial<Record<Grader, { total: number; gem_total: number }>>;
}

export interface MoverRow extends SetCardRow {
  readonly added: number;
}

/** One page of a list, and the number of items in the whole list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** A row of an outer join. If the list is empty, there is a single row, in which every column of `Row` is null. */
type RowOrNulls<Row> = Row | { readonly [Name in keyof Row]: null };

/** A row that a page query returns. */
type PageRow<Row> = RowOrNulls<Row> & { readonly total: number };

const FIND_SET = {
  name: 'find-set',
  text: `select ${SET_COLUMNS} from sets s where s.set_id = decode($1, 'hex')`,
};

export const CARD_COLUMNS = `${GRADER_CARD_COLUMNS}, m.total as total_population, m.gem_total, m.graders`;
export const JOIN_CARD = `
  left join cards grader_card on grader_card.id = m.card
  left join cards promoted on promoted.id = grader_card.universal`;

const RATE = 'coalesce(m.gem_total::double precision / nullif(m.total, 0), 0)';
/** Returns an expression for the copies of a card that a grader has graded; null if there are none. */
function copiesOf(grader: Grader): string {
  return `(select nullif(sum(p.total), 0) from cards c join populations p on p.card = c.id
    where c.grader = '${grader}' and (c.universal = m.card or (c.id = m.card and c.universal is null)))`;
}

const CARD_ORDERS = {
  number: 'm.number_key',
  name: 'm.display_name',
  population: 'm.total',
  gem_total: 'm.gem_total',
  gem_rate: RATE,
  psa: copiesOf('psa'),
  beckett: copiesOf('beckett'),
  sgc: copiesOf('sgc'),
  cgc: copiesOf('cgc'),
} as const;

type CardSort = keyof typeof CARD_ORDERS;

/** Returns a statement that reads a page of the cards of a set. Cards that are equal are in the order of their numbers. */
const listCards = (sort: CardSort, order: 'asc' | 'desc') => {
  const orderBy = `${CARD_ORDERS[sort]} ${order} nulls last, ${sort === 'number' ? '' : 'm.number_key, '}m.total desc, m.card`;
  const listed = `s.set_id = m.set_id and ($3::text is null or lower(m.parallel) = lower($3))
    and ($4::boolean is null or (m.gem_total > 0) = $4)`;
  return {
    name: `set-cards-by-${sort}-${order}`,
    text: `
    select case when coalesce($3::text, $4::boolean::text) is null then s.cards
      else (select count(*)::integer from set_cards m where ${listed}) end as total, ${CARD_COLUMNS}, counted.by_grader
    from sets s
    left join lateral (
      select * from set_cards m where ${listed} and $2::integer < s.cards
      order by ${orderBy} limit ${SET_CARDS_PAGE_SIZE} offset $2
    ) m on true
    ${JOIN_CARD}
    left join lateral (
      select json_object_agg(member.grader, json_build_object('total', coalesce(p.total, 0),
        'gem_total', coalesce(p.gem_total, 0)) order by member.grader) as by_grader
      from (
        select c.id, c.grader from cards c where c.universal = m.card
        union all
        select c.id, c.grader from cards c where c.id = m.card and c.universal is null
      ) member left join populations p on p.card = member.id
    ) counted on m.card is not null
    where s.set_id = decode($1, 'hex')
    order by ${orderBy}`,
  };
};

const PARALLELS = {
  name: 'set-parallels',
  text: `
    select parallel, count(*)::integer as cards, sum(total)::double precision as total_population,
      sum(gem_total)::double precision as gem_total
    from set_cards where set_id = decode($1, 'hex')
    group by parallel order by cards desc, parallel`,
};

const LIST_MOVERS = {
  name: 'list-movers',
  text: `
    select dataset.as_of, m.added, ${CARD_COLUMNS}
    from dataset
    left join (movers join set_cards using (card)) m
      on m.period = $1 and m.metric = $2 and m.category_key = $3
    ${JOIN_CARD}
    order by m.rank`,
};

@Injectable()
export class SetsQueries {
  constructor(private readonly pool: ServicePool) {}

  async find(setId: string): Promise<SetRow | null> {
    const [row] = await this.pool.rows<SetRow>({ ...FIND_SET, values: [setId] });
    return row ?? null;
  }

  findParallels(setId: string): Promise<ParallelRow[]> {
    return this.pool.rows({ ...PARALLELS, values: [setId] });
  }

  /** Selects a page of the cards of a set. The result is null if the set does not exist. */
  async listCards({
    set_id,
    sort,
    order,
    parallel,
    has_gem,
    page,
  }: RequestOf<typeof listSetCards>): Promise<Page<ListedCardRow> | null> {
    const byDefault = sort === 'number' || sort === 'name' ? 'asc' : 'desc';
    const rows = await this.pool.rows<PageRow<ListedCardRow>>({
      ...listCards(sort, order ?? byDefault),
      values: [set_id, (page - 1) * SET_CARDS_PAGE_SIZE, parallel, has_gem],
    });
    const [first] = rows;
    return first ? { rows: rows.filter((row) => row.card_id !== null), total: first.total } : null;
  }

  /** Selects the movers and the latest date in the data. The date is null if no population has been recorded. */
  async listMovers({
    window,
    metric,
    category,
  }: RequestOf<typeof listMovers>): Promise<{ as_of: string | null; rows: readonly MoverRow[] }> {
    const rows = await this.pool.rows<RowOrNulls<MoverRow> & { as_of: string | null }>({
      ...LIST_MOVERS,
      values: [window, metric, category ?? ''],
    });
    return { as_of: rows[0]?.as_of ?? null, rows: rows.filter((row) => row.card_id !== null) };
  }
}
