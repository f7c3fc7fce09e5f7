import { maxTypos, type QueryWord } from '@gcd/search-terms';
import { Injectable } from '@nestjs/common';
import { ImpossiblePairs, pairsToCheck } from './impossible-pairs.js';
import { allWords } from './relaxation.js';
import { SearchQueries } from './search.queries.js';
import { similarQueries } from './similar-queries.js';
import { dropCost, treatmentsOf } from './treatments.js';
import { Vocabulary, vocabularyRequest } from './vocabulary.js';

/** Number of similar queries that are tried before pairs of words are checked. */
const MAX_LIKELY = 2;
/**
 * Number of cards with a word above which the word is common. Testing whether a common word is on the same card as the
 * other words of a query takes several times as long as the same test for a rare word.
 */
const MAX_RARE = 100_000;
/**
 * Number of similar queries to test together. Larger batches share more tests, but test more queries after the first
 * match in vain.
 */
const BATCH_SIZE = 10;
/** Number of rare words to test first. If no card contains the rarest words together, the other words need no test. */
const RAREST = 3;
/**
 * Number of words to test before all words of a long query, including common words. For a few words, the test takes
 * about half the time.
 */
const RAREST_OF_LONG = 4;
const MIN_LONG = 7;
/** Maximum number of similar queries for suggestions, which the site requests after every typed letter. */
const MAX_SUGGESTED = 12;

/** Minimum share of a word's cards whose name contains it, for a word that is treated as a name. */
const NAME = 0.5;

/** A query without results, its vocabulary, and a condition to append to each tsquery. */
interface TypedQuery {
  readonly words: readonly QueryWord[];
  readonly vocabulary: Vocabulary;
  readonly filter: string;
}

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
    const typed = { words, vocabulary, filter };
    const likely = similarQueries(words, vocabulary, failed).slice(0, MAX_LIKELY);
    const found = await this.firstMatch(likely, typed);
    if (found || likely.length < MAX_LIKELY) return found;
    const pairs = pairsToCheck(words, vocabulary);
    const tests = pairs.map((pair) => ({ tsquery: tsqueryOf(pair, filter), part: null }));
    const possible = new Set(await this.queries.findMatching(tests, pairs.length));
    const impossible = new ImpossiblePairs(pairs.filter((_, index) => !possible.has(index)));
    return this.firstMatch(
      similarQueries(words, vocabulary, [...failed, ...likely], impossible),
      typed,
    );
  }

  /** Like {@link find}, but tries only the most likely similar queries. */
  async findLikely(words: readonly QueryWord[]): Promise<QueryWord[] | undefined> {
    const vocabulary = await this.vocabularyOf(words);
    if (!vocabulary) return undefined;
    const likely = similarQueries(words, vocabulary, [[...words]]).slice(0, MAX_SUGGESTED);
    return this.firstMatch(likely, { words, vocabulary, filter: '' });
  }

  private async vocabularyOf(words: readonly QueryWord[]): Promise<Vocabulary | null> {
    if (words.length === 0) return null;
    const { terms, keys, beginning } = vocabularyRequest(words);
    return new Vocabulary(
      await this.queries.findTerms(terms, keys, beginning, maxTypos(beginning) > 0),
    );
  }

  /**
   * Returns the first query that any card matches. Does not test queries whose rarest words no card contains together.
   * If several queries have the same rare words, the cards with these words are read once for all of them.
   */
  private async firstMatch(
    similar: readonly QueryWord[][],
    typed: TypedQuery,
  ): Promise<QueryWord[] | undefined> {
    const { vocabulary, filter } = typed;
    for (let start = 0; start < similar.length; start += BATCH_SIZE) {
      const batch = similar
        .slice(start, start + BATCH_SIZE)
        .map((query) => new RankedWords(query, vocabulary));
      const withRarest = await this.possible(batch, (words) => words.firstTest, filter);
      const likely = await this.possible(withRarest, (words) => words.secondTest, filter);
      const tests = likely.map(({ query, rare }) => ({
        tsquery: tsqueryOf(query, filter),
        part: rare.length > 0 && rare.length < query.length ? tsqueryOf(rare, filter) : null,
      }));
      const [first] = await this.queries.findMatching(tests, 1);
      const fromFirst = likely.slice(first ?? likely.length).map(({ query }) => query);
      if (fromFirst.length > 0) return this.mostLikely(fromFirst, typed);
    }
    return undefined;
  }

  /**
   * Returns the first query, unless another one keeps a typed name that the first one drops, and finds cards so popular
   * that they outweigh the information that the other query drops.
   */
  private async mostLikely(
    [first = [], ...others]: readonly QueryWord[][],
    { words, vocabulary, filter }: TypedQuery,
  ): Promise<QueryWord[]> {
    const names = words.filter(
      (word) => vocabulary.nameShare(word) >= NAME && !contains(first, word),
    );
    const rivals = others.filter((query) => names.some((name) => query.includes(name)));
    if (rivals.length === 0) return first;
    const lostBy = (query: readonly QueryWord[]): number =>
      words
        .filter((word) => !contains(query, word))
        .reduce((sum, word) => sum + dropCost(treatmentsOf(word, vocabulary)), 0);
    const queries = [first, ...rivals];
    const popularity = await this.queries.findPopularity(
      queries.map((query) => tsqueryOf(query, filter)),
    );
    const scores = queries.map((query, index) => {
      const lost = Math.max(0, lostBy(query) - lostBy(first));
      return Math.log(1 + (popularity[index] ?? 0)) - lost;
    });
    return queries[scores.indexOf(Math.max(...scores))] as QueryWord[];
  }

  /** Returns the items whose words some card contains together. Items without words are not tested. */
  private async possible<Item>(
    items: readonly Item[],
    wordsOf: (item: Item) => readonly QueryWord[],
    filter: string,
  ): Promise<Item[]> {
    const tsqueries = items.map((item) => {
      const words = wordsOf(item);
      return words.length > 0 ? tsqueryOf(words, filter) : null;
    });
    const tested = [...new Set(tsqueries)].filter((tsquery) => tsquery !== null);
    const found = await this.queries.findMatching(
      tested.map((tsquery) => ({ tsquery, part: null })),
      tested.length,
    );
    const matching = new Set([null, ...found.map((index) => tested[index])]);
    return items.filter((_, index) => matching.has(tsqueries[index]));
  }
}

/** The words of a query, by rarity. */
class RankedWords {
  /** The rare words, rarest first. */
  readonly rare: readonly QueryWord[];
  private readonly words: readonly QueryWord[];

  constructor(
    readonly query: QueryWord[],
    vocabulary: Vocabulary,
  ) {
    this.words = query.toSorted((a, b) => vocabulary.frequency(a) - vocabulary.frequency(b));
    this.rare = this.words.filter((word) => vocabulary.frequency(word) <= MAX_RARE);
  }

  /** The words to test first; none if only one word is rare, because some card contains it. */
  get firstTest(): readonly QueryWord[] {
    return this.rare.length > 1 ? this.rare.slice(0, RAREST) : [];
  }

  /** The words to test second; none if testing all words takes about the same time. */
  get secondTest(): readonly QueryWord[] {
    if (this.rare.length > RAREST) return this.rare;
    return this.words.length >= MIN_LONG ? this.words.slice(0, RAREST_OF_LONG) : [];
  }
}

/** Whether a query contains a word, unchanged, corrected or joined with another word. */
function contains(query: readonly QueryWord[], { text }: QueryWord): boolean {
  return query.some((word) => word.text.includes(text));
}

function tsqueryOf(words: readonly QueryWord[], filter: string): string {
  return allWords(words).tsquery(false) + filter;
}
