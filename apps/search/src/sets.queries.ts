import { SETS_PAGE_SIZE } from '@gcd/contracts/sets';
import { ServicePool } from '@gcd/database/pool';
import { SET_COLUMNS, type SetRow } from '@gcd/population/card-set';
import { Injectable } from '@nestjs/common';

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

/** A row of the list. If the list is empty, there is a single row, in which every column of the set is null. */
type ListedRow = (SetRow | { readonly set_id: null }) & { readonly total: number };

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

@Injectable()
export class SetsQueries {
  constructor(private readonly pool: ServicePool) {}

  /** Selects a page of sets. @param page page number from 1 */
  async list(
    { category, year, text }: SetFilter,
    page: number,
  ): Promise<{ readonly rows: readonly SetRow[]; readonly total: number }> {
    const values = [category, year, (page - 1) * SETS_PAGE_SIZE];
    const rows = await this.pool.rows<ListedRow>(
      text
        ? { ...SEARCH_SETS, values: [...values, text.tsquery, text.terms] }
        : { ...LIST_SETS, values },
    );
    return { rows: rows.filter((row) => row.set_id !== null), total: rows[0]?.total ?? 0 };
  }
}
