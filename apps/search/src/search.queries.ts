import type { Grader } from '@gcd/contracts/graders';
import { MAX_NAMED_SETS } from '@gcd/contracts/search';
import { ServicePool } from '@gcd/database/pool';
import { SET_COLUMNS, type SetRow } from '@gcd/population/card-set';
import type { SetText } from '@gcd/population/set-id';
import type { SummaryRow } from '@gcd/population/summary';
import { Injectable } from '@nestjs/common';
import { CARDS, ENTRIES } from './result.statements.js';

/** A card that matches the tsquery of a search. */
export interface Candidate {
  readonly card: number;
  readonly popularity: number;
  /** The grader cards of the card, one per line: grader, internal id, terms. */
  readonly entries: string;
}

/** The cards that a statement finds. */
export interface Candidates {
  /** The most popular matching cards, most popular first. */
  readonly cards: readonly Candidate[];
  /** Number of matching cards in the tiers that were searched. At most {@link MAX_ROWS} cards of a tier are counted. */
  readonly matches: number;
  /** Whether every tier was searched. Less popular tiers are not searched if the other tiers have enough cards. */
  readonly allTiers: boolean;
}

/** A grader card in a search result. Its set is the set of its universal card or, if unmatched, its own set. */
export interface ResultEntry extends SetText {
  readonly id: number;
  readonly grader: Grader;
  readonly card_id: string;
  readonly description: string;
  readonly display_name: string;
  readonly population: number;
}

/** A tsquery, and the score of the cards that match it. */
export interface ScoredTsquery {
  readonly tsquery: string;
  readonly weight: number;
}

export interface CardCount {
  readonly count: number;
  /** Whether the search index has a last tier. Short prefixes are not searched in the last tier. */
  readonly hasLastTier: boolean;
}

export interface TermRow {
  readonly term: string;
  /** Number of cards with the term. */
  readonly cards: number;
  /** Number of cards with the term in their name. */
  readonly names: number;
}

/**
 * Maximum number of cards that a statement returns. If more cards match, the statement returns the most popular ones. A
 * result with fewer cards contains every match.
 */
export const MAX_CANDIDATES = 300;
// Maximum number of matching rows to read from a tier. It limits the cost of a word that half of all cards contain.
const MAX_ROWS = 5_000;
/** Maximum number of cards to score for a tsquery, and of cards to return, if PostgreSQL scores them. */
const MAX_SCORED = 1_000;
const MAX_CLOSEST = 100;

const ofTier = (tier: number, tsquery: string): string =>
  `select card, popularity, entries from search_cards where tier = ${tier} and terms @@ ${tsquery}::tsquery`;

/** Limits of a statement that finds cards. */
interface CandidateLimits {
  readonly rows: number;
  readonly candidates: number;
}

/**
 * Returns SQL that searches the most popular tier first, and each further tier only if there are too few matches so
 * far. Every row also contains `matches` and `allTiers` of {@link Candidates}.
 */
function candidatesText({ rows, candidates }: CandidateLimits): string {
  const mostPopular = (tier: string): string =>
    `select *, count(*) over () as matches from (${tier} limit ${rows}) matching
      order by popularity desc, card limit ${candidates}`;
  const matchesOf = (tier: string): string => `coalesce((select max(matches) from ${tier}), 0)`;
  const tooFew = `(select count(*) from first) + (select count(*) from second) < ${candidates}`;
  return `
    with first as materialized (
      ${mostPopular(ofTier(0, '$1'))}
    ), second as materialized (
      ${mostPopular(`${ofTier(1, '$1')} and (select count(*) from first) < ${candidates}`)}
    ), third as materialized (
      ${mostPopular(`${ofTier(2, '$2')} and ${tooFew}`)}
    ), found as (
      select * from first union all select * from second union all select * from third limit ${candidates}
    )
    select card, popularity, entries, ${tooFew} as "allTiers",
      (${['first', 'second', 'third'].map(matchesOf).join(' + ')})::integer as matches
    from found`;
}

/** Statement that finds the cards to rank. */
export const CANDIDATES = {
  name: 'search-candidates',
  text: candidatesText({ rows: MAX_ROWS, candidates: MAX_CANDIDATES }),
};

/**
 * Statement that finds cards for suggestions. Its limits are lower than those of {@link CANDIDATES}, because the site
 * requests suggestions after every typed letter.
 */
const SUGGESTED = {
  name: 'search-suggested',
  text: candidatesText({ rows: 1000, candidates: 50 }),
};

/**
 * Statement that counts matching cards up to a limit. It also returns whether there is a last tier, where short
 * prefixes are not searched.
 */
const COUNT = {
  name: 'search-count',
  text: `
    select count(*)::integer as count, (select tier_bounds[2] > 0 from search_index) as "hasLastTier" from (
      ${[0, 1, 2].map((tier) => `(select from search_cards where tier = ${tier} and terms @@ $${tier < 2 ? 1 : 2}::tsquery limit $3)`).join(' union all ')}
      limit $3
    ) matching`,
};

const LAST_TIER = {
  name: 'search-last-tier',
  text: 'select tier_bounds[2] > 0 as has from search_index',
  values: [],
};

/**
 * Statement that finds the cards with the highest scores. The score is the sum of the weights of all words that match.
 * Each tsquery has its own limit, so common words do not crowd out rare ones.
 */
const CLOSEST = {
  name: 'search-closest',
  text: `
    select found.card, found.popularity, found.entries
    from unnest($1::tsquery[]) part (tsquery) cross join lateral (
      ${[0, 1, 2].map((tier) => `(select card, popularity, entries, terms from search_cards where tier = ${tier} and terms @@ part.tsquery limit ${MAX_SCORED})`).join(' union all ')}
      limit ${MAX_SCORED}
    ) found
    order by ln(1 + found.popularity) / 8 + (
      select sum(weight) from unnest($2::tsquery[], $3::float8[]) word (tsquery, weight)
      where found.terms @@ word.tsquery
    ) desc, found.card
    limit ${MAX_CLOSEST}`,
};

/**
 * Statement that finds terms: exact matches, terms that may be similar, and the most frequent terms that begin like the
 * last word.
 */
const TERMS = {
  name: 'search-terms',
  text: `
    select term, cards, names from search_terms where term = any($1::text[])
    union
    (select term, cards, names from search_terms where keys <> '{}' and keys && $2::integer[] limit ${MAX_ROWS})
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

  /**
   * Finds the cards that match a tsquery, most popular first.
   * @param last tsquery for the tier with the least popular cards, without prefixes that match a large share of all
   * words
   */
  async findCandidates(tsquery: string, last: string): Promise<Candidates> {
    const cards = await this.pool.rows<Candidate & Omit<Candidates, 'cards'>>({
      ...CANDIDATES,
      values: [tsquery, last],
    });
    const [first] = cards;
    return { cards, matches: first?.matches ?? 0, allTiers: first?.allTiers ?? true };
  }

  /** Like {@link findCandidates}, but with lower limits, for suggestions. */
  findSuggested(tsquery: string, last: string): Promise<Candidate[]> {
    return this.pool.rows({ ...SUGGESTED, values: [tsquery, last] });
  }

  /** Counts the matching cards. @param limit number at which counting stops */
  async countCards(tsquery: string, last: string, limit: number): Promise<CardCount> {
    const [row] = await this.pool.rows<CardCount>({ ...COUNT, values: [tsquery, last, limit] });
    return row as CardCount;
  }

  /** Returns whether the search index has a last tier. */
  async hasLastTier(): Promise<boolean> {
    const [row] = await this.pool.rows<{ has: boolean }>(LAST_TIER);
    return row?.has === true;
  }

  /** Finds the cards that match any tsquery, highest score first. @param words give matching cards their score */
  findClosest(parts: readonly string[], words: readonly ScoredTsquery[]): Promise<Candidate[]> {
    const weights = words.map(({ weight }) => weight);
    const values = [parts, words.map(({ tsquery }) => tsquery), weights];
    return this.pool.rows({ ...CLOSEST, values });
  }

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
