import type { Grader } from '@gcd/contracts/graders';
import { MAX_NAMED_SETS } from '@gcd/contracts/search';
import { ServicePool } from '@gcd/database/pool';
import { SET_COLUMNS, type SetRow } from '@gcd/population/card-set';
import type { SetText } from '@gcd/population/set-id';
import type { SummaryRow } from '@gcd/population/summary';
import { Injectable } from '@nestjs/common';
import { CARDS, ENTRIES } from './result.statements.js';

/** A grader card in a search result. Its set is the set of its universal card or, if unmatched, its own set. */
export interface ResultEntry extends SetText {
  readonly id: number;
  readonly grader: Grader;
  readonly card_id: string;
  readonly description: string;
  readonly display_name: string;
  readonly population: number;
}

export interface TermRow {
  readonly term: string;
  /** Number of cards with the term. */
  readonly cards: number;
  /** Number of cards with the term in their name. */
  readonly names: number;
}

/** Maximum number of terms that may be similar. */
const MAX_SIMILAR = 5_000;

/**
 * Statement that finds terms: exact matches, terms that may be similar, and the most frequent terms that begin like the
 * last word.
 */
const TERMS = {
  name: 'search-terms',
  text: `
    select term, cards, names from search_terms where term = any($1::text[])
    union
    (select term, cards, names from search_terms where keys <> '{}' and keys && $2::integer[] limit ${MAX_SIMILAR})
    union
    (select term, cards, names from search_terms where $3 <> '' and term >= $3 and term < $3 || U&'\\10FFFF' order by cards desc limit 20)
    union
    (select term, cards, names from search_terms where $4 and left(term, 2) = left($3, 2) order by cards desc limit 500)`,
};

/**
 * Statement that finds the given terms, and the first terms that begin with each of the given prefixes.
 */
const KNOWN_TERMS = {
  name: 'search-known-terms',
  text: `
    select term, cards, names from search_terms where term = any($1::text[])
    union
    select found.* from unnest($2::text[]) prefix, lateral (
      select term, cards, names from search_terms
      where term >= prefix and term < prefix || U&'\\10FFFF' order by term limit $3
    ) found`,
};

const SETS = {
  name: 'search-suggested-sets',
  text: `select ${SET_COLUMNS} from unnest($1::text[]) id join sets s on s.set_id = decode(id, 'hex')`,
};

const NAMED_SETS = {
  name: 'search-named-sets',
  text: `
    select ${SET_COLUMNS}
    from sets s cross join lateral (
      select max(cardinality(terms)) as terms
      from unnest(s.name_terms) name cross join string_to_array(name, ' ') terms where terms <@ $2::text[]
    ) named
    where s.terms @@ $1::tsquery and named.terms > 0 and ($3::text[] = '{}' or left(s.year_key, 4) = any($3))
    order by named.terms desc, s.total_population desc, s.set_id limit ${MAX_NAMED_SETS}`,
};

@Injectable()
export class SearchQueries {
  constructor(private readonly pool: ServicePool) {}

  /** Finds the given terms, and up to `most` terms that begin with each of the prefixes. */
  findKnownTerms(
    terms: readonly string[],
    prefixes: readonly string[],
    most: number,
  ): Promise<TermRow[]> {
    return this.pool.rows({ ...KNOWN_TERMS, values: [terms, prefixes, most] });
  }

  /**
   * Finds three kinds of terms in the vocabulary: the given terms, terms with one of the given similarity keys, and the
   * most frequent terms that begin with a prefix.
   * @param beginning the prefix; empty if there is none
   * @param withSimilarBeginnings whether to also find the most frequent terms that begin with the first two letters of
   * the prefix
   */
  findTerms(
    terms: readonly string[],
    keys: readonly number[],
    beginning: string,
    withSimilarBeginnings: boolean,
  ): Promise<TermRow[]> {
    const values = [terms, keys, beginning, withSimilarBeginnings];
    return this.pool.rows({ ...TERMS, values });
  }

  /** Finds cards, without duplicates. @param cards internal ids, which determine the order of the rows */
  findCards(cards: readonly number[]): Promise<SummaryRow[]> {
    return this.pool.rows({ ...CARDS, values: [cards] });
  }

  /** Finds sets by their ids, in any order. */
  findSets(setIds: readonly string[]): Promise<SetRow[]> {
    return this.pool.rows({ ...SETS, values: [setIds] });
  }

  /** Finds the sets with a name that contains only the given terms. If these include years, the sets are of these years. */
  findNamedSets(terms: readonly string[]): Promise<SetRow[]> {
    const tsquery = terms.map((term) => `'${term}'`).join(' | ');
    const years = terms.filter((term) => /^(19|20)\d\d$/.test(term));
    return this.pool.rows({ ...NAMED_SETS, values: [tsquery, terms, years] });
  }

  /** Finds grader cards. @param entries internal ids, which determine the order of the rows */
  findEntries(entries: readonly number[]): Promise<ResultEntry[]> {
    return this.pool.rows({ ...ENTRIES, values: [entries] });
  }
}
