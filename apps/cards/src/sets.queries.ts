import type { listMovers } from '@gcd/contracts/movers';
import type { RequestOf } from '@gcd/contracts/operation';
import { SET_CARDS_PAGE_SIZE, SETS_PAGE_SIZE } from '@gcd/contracts/sets';
import { ServicePool } from '@gcd/database/pool';
import { GRADER_CARD_COLUMNS, type GraderCardRow } from '@gcd/population/grader-card';
import { Injectable } from '@nestjs/common';

export interface SetRow {
  readonly set_id: string;
  readonly category: string;
  readonly year: string;
  readonly set_name: string;
  readonly cards: number;
  readonly total_population: number;
  readonly gem_total: number;
  /** Bit mask of the graders that list a card of the set. Bit 0 is the first grader in `GRADERS`. */
  readonly graders: number;
  readonly changed_on: string | null;
}

/** A card of a set, with its totals across all graders. */
export interface SetCardRow extends GraderCardRow {
  readonly total_population: number;
  readonly gem_total: number;
  readonly graders: number;
}

export interface MoverRow extends SetCardRow {
  readonly added: number;
}

/** One page of a list, and the number of items in the whole list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Filters for a list of sets. Null filters are ignored. */
export interface SetFilter {
  readonly category: string | null;
  readonly year: string | null;
  /**
   * Terms that the categories, years and names of a set must contain. Sets with a name that contains only these terms
   * come first.
   */
  readonly text: { readonly tsquery: string; readonly terms: readonly string[] } | null;
}

/** A row of an outer join. If the list is empty, there is a single row, in which every column of `Row` is null. */
type RowOrNulls<Row> = Row | { readonly [Name in keyof Row]: null };

/** A row that a page query returns. */
type PageRow<Row> = RowOrNulls<Row> & { readonly total: number };

const SET_COLUMNS = `encode(s.set_id, 'hex') as set_id, s.category, s.year, s.set_name, s.cards,
  s.total_population::double precision, s.gem_total::double precision, s.graders, s.changed_on`;

/**
 * Returns a statement that reads a page of sets.
 * @param where condition on `sets s`
 * @param order ORDER BY expressions over `sets s`
 */
const pageOfSets = (where: string, order: string): string => `
  select matching.total, ${SET_COLUMNS}
  from (select count(*)::integer as total from sets s where ${where}) matching
  left join lateral (
    select * from sets s where ${where} order by ${order} limit ${SETS_PAGE_SIZE} offset $3
  ) s on true
  order by ${order}`;

const FILTER =
  '($1::text is null or s.category_key = $1) and ($2::text is null or s.year_key = $2)';
const LARGEST_FIRST = 's.total_population desc, s.set_id';
const IS_NAMED =
  "exists (select from unnest(s.name_terms) name where string_to_array(name, ' ') <@ $5::text[])";

const LIST_SETS = { name: 'list-sets', text: pageOfSets(FILTER, LARGEST_FIRST) };

const SEARCH_SETS = {
  name: 'search-sets',
  text: pageOfSets(`s.terms @@ $4::tsquery and ${FILTER}`, `(${IS_NAMED}) desc, ${LARGEST_FIRST}`),
};

const FIND_SET = {
  name: 'find-set',
  text: `select ${SET_COLUMNS} from sets s where s.set_id = decode($1, 'hex')`,
};

const CARD_COLUMNS = `${GRADER_CARD_COLUMNS}, m.total as total_population, m.gem_total, m.graders`;
const JOIN_CARD = `
  left join cards grader_card on grader_card.id = m.card
  left join cards promoted on promoted.id = grader_card.universal`;

const SET_ORDERS = {
  number: 'm.number_key, m.total desc, m.card',
  population: 'm.total desc, m.number_key, m.card',
} as const;

const listCards = (sort: keyof typeof SET_ORDERS) => ({
  name: `set-cards-by-${sort}`,
  text: `
    select s.cards as total, ${CARD_COLUMNS}
    from sets s
    left join lateral (
      select * from set_cards m where m.set_id = s.set_id and $2::integer < s.cards
      order by ${SET_ORDERS[sort]} limit ${SET_CARDS_PAGE_SIZE} offset $2
    ) m on true
    ${JOIN_CARD}
    where s.set_id = decode($1, 'hex')
    order by ${SET_ORDERS[sort]}`,
});

const SET_CARDS = { number: listCards('number'), population: listCards('population') } as const;

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

  /** Selects a page of sets. @param page page number from 1 */
  async list({ category, year, text }: SetFilter, page: number): Promise<Page<SetRow>> {
    const values = [category, year, (page - 1) * SETS_PAGE_SIZE];
    const rows = await this.pool.rows<PageRow<SetRow>>(
      text
        ? { ...SEARCH_SETS, values: [...values, text.tsquery, text.terms] }
        : { ...LIST_SETS, values },
    );
    return { rows: rows.filter((row) => row.set_id !== null), total: rows[0]?.total ?? 0 };
  }

  async find(setId: string): Promise<SetRow | null> {
    const [row] = await this.pool.rows<SetRow>({ ...FIND_SET, values: [setId] });
    return row ?? null;
  }

  /** Selects a page of the cards in a set. @returns null if the set does not exist */
  async listCards(
    setId: string,
    sort: keyof typeof SET_CARDS,
    page: number,
  ): Promise<Page<SetCardRow> | null> {
    const rows = await this.pool.rows<PageRow<SetCardRow>>({
      ...SET_CARDS[sort],
      values: [setId, (page - 1) * SET_CARDS_PAGE_SIZE],
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
