import { maxTypos, type QueryWord } from '@gcd/search-terms';
import { Injectable } from '@nestjs/common';
import { allWords } from './relaxation.js';
import { SearchQueries } from './search.queries.js';
import { similarQueries } from './similar-queries.js';
import { Vocabulary, vocabularyRequest } from './vocabulary.js';

/** Finds similar queries for a query without results. */
@Injectable()
export class SimilarSearch {
  constructor(private readonly queries: SearchQueries) {}

  /**
   * Finds the first similar query that has a matching card.
   * @param filter condition to append to each tsquery
   * @param most maximum number of queries to try
   */
  async find(
    words: readonly QueryWord[],
    filter = '',
    most = Number.POSITIVE_INFINITY,
  ): Promise<QueryWord[] | undefined> {
    if (words.length === 0) return undefined;
    const { terms, keys, beginning } = vocabularyRequest(words);
    const rows = await this.queries.findTerms(terms, keys, beginning, maxTypos(beginning) > 0);
    const similar = similarQueries(words, new Vocabulary(rows)).slice(0, most);
    const tsqueries = similar.map((query) => allWords(query).tsquery(false) + filter);
    const first = await this.queries.findFirstMatch(tsqueries);
    return first === undefined ? undefined : similar[first];
  }
}
