import { maxTypos, type QueryWord } from '@gcd/search-terms';
import { Injectable } from '@nestjs/common';
import { ImpossiblePairs, pairsToCheck } from './impossible-pairs.js';
import { allWords } from './relaxation.js';
import { SearchQueries } from './search.queries.js';
import { similarQueries } from './similar-queries.js';
import { Vocabulary, vocabularyRequest } from './vocabulary.js';

/** Number of similar queries that are tried before pairs of words are checked. */
const MAX_LIKELY = 2;
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
    const found = await this.firstMatch(likely, filter);
    if (found || likely.length < MAX_LIKELY) return found;
    const pairs = pairsToCheck(words, vocabulary);
    const possible = new Set(
      await this.queries.findMatching(tsqueriesOf(pairs, filter), pairs.length),
    );
    const impossible = new ImpossiblePairs(pairs.filter((_, index) => !possible.has(index)));
    return this.firstMatch(
      similarQueries(words, vocabulary, [...failed, ...likely], impossible),
      filter,
    );
  }

  /** Like {@link find}, but tries only the most likely similar queries. */
  async findLikely(words: readonly QueryWord[]): Promise<QueryWord[] | undefined> {
    const vocabulary = await this.vocabularyOf(words);
    if (!vocabulary) return undefined;
    return this.firstMatch(
      similarQueries(words, vocabulary, [[...words]]).slice(0, MAX_SUGGESTED),
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

  private async firstMatch(
    similar: readonly QueryWord[][],
    filter: string,
  ): Promise<QueryWord[] | undefined> {
    const [first] = await this.queries.findMatching(tsqueriesOf(similar, filter), 1);
    return first === undefined ? undefined : similar[first];
  }
}

function tsqueriesOf(queries: readonly (readonly QueryWord[])[], filter: string): string[] {
  return queries.map((query) => allWords(query).tsquery(false) + filter);
}
