import { CARDS_ALIAS, connectOpenSearch } from '@gcd/card-index';
import { MAX_SEARCH_TOTAL } from '@gcd/contracts/search';
import { type Logger, registerGauge } from '@gcd/process';
import { type LexemeQuery } from '@gcd/search-terms';
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

const TIMEOUT_MS = 1500;
/** Maximum number of cards to score for each part of a query for the closest cards. With fewer, rare words are missed. */
const MAX_SCORED = 10_000;
/** Time for which all searches use the other index after a failure. */
const AVOIDED_MS = 5000;
/** Factor for the natural logarithm of the number of copies. */
const WEIGHT_OF_COPIES = 1 / 8;
/** The order of the cards in the index. A search in this order ends as soon as it has enough cards. */
const MOST_POPULAR_FIRST = [{ popularity: 'desc' }, { card: 'asc' }];

/** The fields of a candidate. */
const FIELDS = ['card', 'popularity', 'entries'];

/** The JSON of a query of OpenSearch. */
type Query = Readonly<Record<string, unknown>>;

interface Hits {
  readonly total?: { readonly value: number; readonly relation: 'eq' | 'gte' };
  readonly hits: readonly {
    readonly fields: {
      readonly card: [number];
      readonly popularity: [number];
      readonly entries: [string];
    };
  }[];
}

/** The cards in OpenSearch. While it fails, searches use another index. */
export class OpenSearchIndex extends CardIndex {
  private readonly client;
  private failedAt = Number.NEGATIVE_INFINITY;

  /** @param urls URLs of nodes, separated by commas @param other the index to use while OpenSearch fails */
  constructor(
    urls: string,
    private readonly other: CardIndex,
    private readonly log: Logger,
  ) {
    super();
    this.client = connectOpenSearch(urls, TIMEOUT_MS);
    registerGauge(
      'gcd_opensearch_available',
      'Whether searches use OpenSearch: 0 for a few seconds after it has failed, while they use PostgreSQL.',
      () => Number(!this.isAvoided()),
    );
  }

  findCandidates(query: LexemeQuery): Promise<Candidates> {
    return this.orElse(
      () => this.mostPopular(query, MAX_CANDIDATES, MAX_SEARCH_TOTAL + 1),
      (other) => other.findCandidates(query),
    );
  }

  findSuggested(query: LexemeQuery): Promise<readonly Candidate[]> {
    return this.orElse(
      async () => (await this.mostPopular(query, MAX_SUGGESTED, false)).cards,
      (other) => other.findSuggested(query),
    );
  }

  countCards(query: LexemeQuery, limit: number): Promise<CardCount> {
    return this.orElse(
      async () => {
        const { matches, isComplete } = await this.mostPopular(query, 0, limit);
        return { count: matches, isExact: isComplete };
      },
      (other) => other.countCards(query, limit),
    );
  }

  findClosest(
    parts: readonly LexemeQuery[],
    words: readonly ScoredQuery[],
  ): Promise<readonly Candidate[]> {
    const scored = words.map(({ query, weight }) => ({
      constant_score: { filter: filterOf(query), boost: weight },
    }));
    const copies = {
      rank_feature: { field: 'copies', boost: WEIGHT_OF_COPIES, log: { scaling_factor: 1 } },
    };
    return this.orElse(
      async () => {
        const query = { bool: { filter: anyOf(parts.map(filterOf)), should: [...scored, copies] } };
        const hits = await this.search({
          query,
          size: MAX_CLOSEST,
          track_total_hits: false,
          // The cards are read in their order, so the most popular ones are scored.
          terminate_after: MAX_SCORED * parts.length,
        });
        return toCandidates(hits);
      },
      (other) => other.findClosest(parts, words),
    );
  }

  /** @param counted number at which counting stops, or `false` to count nothing */
  private async mostPopular(
    query: LexemeQuery,
    size: number,
    counted: number | false,
  ): Promise<Candidates> {
    const hits = await this.search({
      query: filterOf(query),
      sort: MOST_POPULAR_FIRST,
      size,
      track_total_hits: counted,
    });
    const { value = 0, relation } = hits.total ?? {};
    return { cards: toCandidates(hits), matches: value, isComplete: relation === 'eq' };
  }

  private async search(body: Query): Promise<Hits> {
    const { body: reply } = await this.client.search({
      index: CARDS_ALIAS,
      allow_partial_search_results: false,
      body: { ...body, docvalue_fields: FIELDS, stored_fields: '_none_' },
    });
    return reply.hits as unknown as Hits;
  }

  /** Asks OpenSearch or, while it fails, the other index. */
  private async orElse<Reply>(
    ask: () => Promise<Reply>,
    askOther: (other: CardIndex) => Promise<Reply>,
  ): Promise<Reply> {
    if (!this.isAvoided()) {
      try {
        return await ask();
      } catch (error) {
        this.failedAt = performance.now();
        const reason = (error as Error).message;
        this.log.warn({ reason }, 'OpenSearch fails; searches use PostgreSQL for a few seconds');
      }
    }
    return askOther(this.other);
  }

  private isAvoided(): boolean {
    return performance.now() - this.failedAt < AVOIDED_MS;
  }
}

function toCandidates({ hits }: Hits): Candidate[] {
  return hits.map(({ fields: { card, popularity, entries } }) => ({
    card: card[0],
    popularity: popularity[0],
    entries: Buffer.from(entries[0], 'base64').toString(),
  }));
}

/** Converts a query to one of OpenSearch. Matches have no score. */
function filterOf(query: LexemeQuery): Query {
  if (!('parts' in query)) {
    const { lexeme, prefix } = query;
    return prefix ? { prefix: { lexemes: lexeme } } : { term: { lexemes: lexeme } };
  }
  const { operator, parts } = query;
  return operator === 'and'
    ? { bool: { filter: parts.map(filterOf) } }
    : anyOf(parts.map(filterOf));
}

const anyOf = (queries: readonly Query[]): Query => ({
  bool: { should: queries, minimum_should_match: 1 },
});
