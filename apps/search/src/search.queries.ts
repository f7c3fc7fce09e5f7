import type { Grader } from '@gcd/contracts';
import { ServicePool } from '@gcd/database/pool';
import { ENTRY_COLUMNS, type SummaryRow } from '@gcd/population';
import type { SetText } from '@gcd/search-terms';
import { Injectable } from '@nestjs/common';

/** A card that has the words of a query. */
export interface Candidate {
  readonly card: number;
  readonly popularity: number;
  /** A line for each entry: grader, internal id, terms. */
  readonly entries: string;
}

/** An entry of a result, with the set of its card. */
export interface ResultEntry extends SetText {
  readonly id: number;
  readonly grader: Grader;
  readonly card_id: string;
  readonly description: string;
  readonly population: number;
}

/** How many cards match. */
export interface CardCount {
  readonly count: number;
  /** Whether short beginnings are not looked for in the last tier because there is one. */
  readonly hasLastTier: boolean;
}

/** A term of the vocabulary. */
export interface TermRow {
  readonly term: string;
  /** Cards that have it. */
  readonly cards: number;
  /** Cards that have it in their name. */
  readonly names: number;
}

/** The most cards that one statement returns: the most popular of those that match. With fewer, no card is missing. */
export const MAX_CANDIDATES = 300;
// The most rows of a tier that are read, so that a word of half of all cards costs no more.
const MAX_ROWS = 5_000;

const ofTier = (tier: number, tsquery: string): string =>
  `select card, popularity, entries from search_cards where tier = ${tier} and terms @@ ${tsquery}::tsquery`;

/** How far a statement looks for cards. */
interface CandidateLimits {
  readonly rows: number;
  readonly candidates: number;
}

/** The most popular cards are looked through first; the next tier is not touched when they are enough. */
const candidatesText = ({ rows, candidates }: CandidateLimits): string => `
    with first as materialized (
      select * from (${ofTier(0, '$1')} limit ${rows}) matching order by popularity desc, card limit ${candidates}
    ), second as materialized (
      select * from (
        ${ofTier(1, '$1')} and (select count(*) from first) < ${candidates} limit ${rows}
      ) matching order by popularity desc, card limit ${candidates}
    ), third as materialized (
      select * from (
        ${ofTier(2, '$2')} and (select count(*) from first) + (select count(*) from second) < ${candidates}
        limit ${rows}
      ) matching order by popularity desc, card limit ${candidates}
    )
    select * from first union all select * from second union all select * from third
    limit ${candidates}`;

/** The cards that a search ranks. */
export const CANDIDATES = {
  name: 'search-candidates',
  text: candidatesText({ rows: MAX_ROWS, candidates: MAX_CANDIDATES }),
};

/** A text that is being typed is searched with every letter, so less is read for it. */
const SUGGESTED = {
  name: 'search-suggested',
  text: candidatesText({ rows: 1000, candidates: 50 }),
};

/** Cards that match, counted up to a limit, and whether there is a tier whose cards are only found by longer beginnings. */
const COUNT = {
  name: 'search-count',
  text: `
    select count(*)::integer as count, (select tier_bounds[2] > 0 from search_index) as "hasLastTier" from (
      ${[0, 1, 2].map((tier) => `(select from search_cards where tier = ${tier} and terms @@ $${tier < 2 ? 1 : 2}::tsquery limit $3)`).join(' union all ')}
      limit $3
    ) matching`,
};

/** Counting rows keeps PostgreSQL from variant a whole tier for the first match. */
const matchesIn = (tier: number): string =>
  `(select count(*) from (select from search_cards where tier = ${tier} and terms @@ q.query::tsquery limit ${MAX_ROWS}) rows) > 0`;

/** The first of some queries that any card matches. Rows come in the order of the array, and no further than the first. */
const FIRST_MATCH = {
  name: 'search-first-match',
  text: `
    select ordinal::integer - 1 as index from unnest($1::text[]) with ordinality q (query, ordinal)
    where ${matchesIn(0)} or ${matchesIn(1)} or ${matchesIn(2)} limit 1`,
};

/** Terms as they are, terms that may be similar, and the commonest terms with the beginning of the last word. */
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

const CARDS = {
  name: 'search-result-cards',
  text: `
    select ${ENTRY_COLUMNS}, counted.*
    from unnest($1::integer[]) with ordinality k (card, ordinal)
    join cards entry on entry.id = k.card
    left join cards promoted on promoted.id = entry.universal
    cross join lateral (
      select coalesce(sum(p.total), 0)::integer as total_population, coalesce(sum(p.gem_total), 0)::integer as gem_total,
        to_json(array_agg(member.grader order by member.grader)) as graders_included
      from (
        select m.id, m.grader from cards m where m.universal = k.card
        union all
        select entry.id, entry.grader where entry.universal is null
      ) member
      left join populations p on p.card = member.id
    ) counted
    order by k.ordinal`,
};

const ENTRIES = {
  name: 'search-result-entries',
  text: `
    select entry.id, entry.grader, encode(entry.card_id, 'hex') as card_id, entry.description,
      coalesce(p.total, 0) as population, card.category, card.year, card.set_name
    from unnest($1::integer[]) with ordinality k (id, ordinal)
    join cards entry using (id)
    join cards card on card.id = coalesce(entry.universal, entry.id)
    left join populations p on p.card = entry.id
    order by k.ordinal`,
};

/** Every question that the search service asks the database. */
@Injectable()
export class SearchQueries {
  constructor(private readonly pool: ServicePool) {}

  /**
   * The cards that match a tsquery, most popular first.
   * @param last what the least popular must match: a tsquery without beginnings that a great part of all words has
   */
  findCandidates(tsquery: string, last: string): Promise<Candidate[]> {
    return this.pool.rows({ ...CANDIDATES, values: [tsquery, last] });
  }

  /** {@link findCandidates}, but few, for suggestions. */
  findSuggested(tsquery: string, last: string): Promise<Candidate[]> {
    return this.pool.rows({ ...SUGGESTED, values: [tsquery, last] });
  }

  /** Counts the cards that match. @param limit how far */
  async countCards(tsquery: string, last: string, limit: number): Promise<CardCount> {
    const [row] = await this.pool.rows<CardCount>({ ...COUNT, values: [tsquery, last, limit] });
    return row as CardCount;
  }

  /** @returns the index of the first tsquery that any card matches, undefined if there is none */
  async findFirstMatch(tsqueries: readonly string[]): Promise<number | undefined> {
    const rows = await this.pool.rows<{ index: number }>({ ...FIRST_MATCH, values: [tsqueries] });
    return rows[0]?.index;
  }

  /**
   * Terms of cards: those that are given, those that share a key of similarity, and the commonest that have a beginning.
   * @param withSimilarBeginnings adds the commonest terms that only have the first two letters of the beginning
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

  /** @param cards internal ids; the rows come in their order */
  findCards(cards: readonly number[]): Promise<SummaryRow[]> {
    return this.pool.rows({ ...CARDS, values: [cards] });
  }

  /** @param entries internal ids; the rows come in their order */
  findEntries(entries: readonly number[]): Promise<ResultEntry[]> {
    return this.pool.rows({ ...ENTRIES, values: [entries] });
  }
}
