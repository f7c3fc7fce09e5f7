import { maxTypos, type QueryWord } from '@gcd/search-terms';
import { Injectable } from '@nestjs/common';
import { ImpossiblePairs, pairsToCheck } from './impossible-pairs.js';
import { allWords } from './relaxation.js';
import { SearchQueries } from './search.queries.js';
import { similarQueries } from './similar-queries.js';
import { Vocabulary, vocabularyRequest } from './vocabulary.js';

/** Number of similar queries that are tried before pairs of words are checked. */
const MAX_LIKELY = 2;
/**
 * Number of cards with a word above which the word is common. Testing whether a common word is on the same card as the
 * other words of a query takes several times as long as the same test for a rare word.
 */
const MAX_RARE = 100_000;
/** Maximum number of similar queries for suggestions, which the site requests after every typed letter. */
const MAX_SUGGESTED = 12;

/** Finds similar queries for a query without results. */
@Injectable()
export class SimilarSearch {
  constructor(private readonly queries: SearchQueries) {}

  /**
   * Finds the most likely similar query that any card matches. If the first few fail, checks which pairs of words occur
   * on no card together, and then tries only queries without these pairs.
   * @param failed queries that have already failed
   * @param filter condition to append to each tsquery
   */
  async find(
    words: readonly QueryWord[],
    failed: readonly QueryWord[][],
    filter: string,
  ): Promise<QueryWord[] | undefined> {
    const vocabulary = await this.vocabularyOf(words);
    if (!vocabulary) return undefined;
    const likely = similarQueries(words, vocabulary, failed).slice(0, MAX_LIKELY);
    const found = await this.firstMatch(likely, vocabulary, filter);
    if (found || likely.length < MAX_LIKELY) return found;
    const pairs = pairsToCheck(words, vocabulary);
    const pairQueries = pairs.map((pair) => tsqueryOf(pair, filter));
    const possible = new Set(await this.queries.findMatching(pairQueries, pairs.length));
    const impossible = new ImpossiblePairs(pairs.filter((_, index) => !possible.has(index)));
    return this.firstMatch(
      similarQueries(words, vocabulary, [...failed, ...likely], impossible),
      vocabulary,
      filter,
    );
  }

  /** Like {@link find}, but tries only the most likely similar queries. */
  async findLikely(words: readonly QueryWord[]): Promise<QueryWord[] | undefined> {
    const vocabulary = await this.vocabularyOf(words);
    if (!vocabulary) return undefined;
    return this.firstMatch(
      similarQueries(words, vocabulary, [[...words]]).slice(0, MAX_SUGGESTED),
      vocabulary,
      '',
    );
  }

  private async vocabularyOf(words: readonly QueryWord[]): Promise<Vocabulary | null> {
    if (words.length === 0) return null;
    const { terms, keys, beginning } = vocabularyRequest(words);
    return new Vocabulary(
      await this.queries.findTerms(terms, keys, beginning, maxTypos(beginning) > 0),
    );
  }

  /** Returns the first query that any card matches. Does not test queries whose rare words no card contains together. */
  private async firstMatch(
    similar: readonly QueryWord[][],
    vocabulary: Vocabulary,
    filter: string,
  ): Promise<QueryWord[] | undefined> {
    const queries = similar.map((query) => {
      const rare = query.filter((word) => vocabulary.frequency(word) <= MAX_RARE);
      const isShorter = rare.length > 0 && rare.length < query.length;
      return {
        query,
        tsquery: tsqueryOf(query, filter),
        rare: isShorter ? tsqueryOf(rare, filter) : null,
      };
    });
    const tested = [...new Set(queries.flatMap(({ rare }) => rare ?? []))];
    const found = await this.queries.findMatching(tested, tested.length);
    const possible = new Set(found.map((index) => tested[index]));
    const rest = queries.filter(({ rare }) => rare === null || possible.has(rare));
    const [first] = await this.queries.findMatching(
      rest.map(({ tsquery }) => tsquery),
      1,
    );
    return first === undefined ? undefined : rest[first]?.query;
  }
}

function tsqueryOf(words: readonly QueryWord[], filter: string): string {
  return allWords(words).tsquery(false) + filter;
}
