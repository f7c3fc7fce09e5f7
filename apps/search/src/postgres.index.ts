import type { ServicePool } from '@gcd/database/pool';
import { type LexemeQuery, lexemesIn, toTsquery, withoutShortPrefixes } from '@gcd/search-terms';
import {
  type Candidate,
  type Candidates,
  type CardCount,
  CardIndex,
  MAX_CANDIDATES,
  MAX_CLOSEST,
  MAX_SUGGESTED,
  type ScoredQuery,
} from './card.index.js';

// Maximum number of matching rows to read from a tier. It limits the cost of a word that half of all cards contain.
const MAX_ROWS = 5_000;
/** Maximum number of cards to score for a tsquery. */
const MAX_SCORED = 800;

const ofTier = (tier: number, tsquery: string): string =>
  `select card, popularity, entries from search_cards where tier = ${tier} and terms @@ ${tsquery}::tsquery`;

/** Limits of a statement that finds cards. */
interface CandidateLimits {
  readonly rows: number;
  readonly candidates: number;
}

/**
 * Returns SQL that searches the most popular tier first, and each further tier only if there are too few matches so
 * far. Every row also contains `matches` and `isComplete` of {@link Candidates}.
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
    select card, popularity, entries, ${tooFew} as "isComplete",
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
  text: candidatesText({ rows: 1000, candidates: MAX_SUGGESTED }),
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
 * The cards in PostgreSQL, in three tiers of popularity. The tier with the least popular cards is searched without short
 * prefixes, which match a large share of all words.
 */
export class PostgresIndex extends CardIndex {
  constructor(private readonly pool: ServicePool) {
    super();
  }

  async findCandidates(query: LexemeQuery): Promise<Candidates> {
    const cards = await this.pool.rows<Candidate & Omit<Candidates, 'cards'>>({
      ...CANDIDATES,
      values: tsqueries(query),
    });
    const { matches = 0, isComplete = true } = cards[0] ?? {};
    return { cards, matches, isComplete: isComplete && !hasShortPrefix(query) };
  }

  findSuggested(query: LexemeQuery): Promise<Candidate[]> {
    return this.pool.rows({ ...SUGGESTED, values: tsqueries(query) });
  }

  async countCards(query: LexemeQuery, limit: number): Promise<CardCount> {
    const values = [...tsqueries(query), limit];
    const [row] = await this.pool.rows<{ count: number; hasLastTier: boolean }>({
      ...COUNT,
      values,
    });
    const { count = 0, hasLastTier = false } = row ?? {};
    return { count, isExact: count < limit && !(hasLastTier && hasShortPrefix(query)) };
  }

  findClosest(parts: readonly LexemeQuery[], words: readonly ScoredQuery[]): Promise<Candidate[]> {
    const weights = words.map(({ weight }) => weight);
    const values = [parts.map(toTsquery), words.map(({ query }) => toTsquery(query)), weights];
    return this.pool.rows({ ...CLOSEST, values });
  }
}

const hasShortPrefix = (query: LexemeQuery): boolean =>
  lexemesIn(query).some(({ prefix }) => prefix === 'short');

const tsqueries = (query: LexemeQuery): [string, string] => [
  toTsquery(query),
  toTsquery(withoutShortPrefixes(query)),
];
