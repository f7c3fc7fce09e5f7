import type { Grader } from '@gcd/contracts/graders';
import {
  allOf,
  and,
  type Field,
  hasWords,
  type LexemeQuery,
  or,
  queryOf,
  type QueryWord,
} from '@gcd/search-terms';

/** A condition that cards must match. */
export interface Condition {
  readonly query: LexemeQuery;
  /**
   * A stricter {@link query}, which requires one of the numbers as the card number, or all words in the name; null if
   * there is none. It finds the intended card even if so many cards match that only the most popular ones are ranked.
   */
  readonly stricter: LexemeQuery | null;
  /** Whether a card with these terms matches. */
  fits(terms: ReadonlyMap<string, Field>): boolean;
}

/**
 * Creates a condition that requires all words.
 * @param grader grader whose card must contain the words; if undefined, the words may be spread across all grader cards
 * of a card
 */
export function allWords(words: readonly QueryWord[], grader?: Grader): Condition {
  const query = allOf(words, grader);
  const numbers = words.filter(isNumeric).map((word) => queryOf(word, 'number'));
  const names = words.filter(({ looksLike }) => looksLike === 'word').map(withoutPrefix);
  const any = names.length > 0 ? [...numbers, allOf(names, 'name')] : numbers;
  return {
    query,
    stricter: any.length === 0 ? null : and(query, or(...any)),
    fits: (terms) => hasWords(words, terms),
  };
}

/**
 * Returns a query that requires at least `count` of the words.
 * @param words a query for each word, in order of the number of cards that match them, lowest first
 */
export function atLeast(count: number, words: readonly LexemeQuery[]): LexemeQuery {
  if (count === words.length) return and(...words);
  if (count === 1) return or(...words);
  const [first, ...rest] = words as [LexemeQuery, ...LexemeQuery[]];
  return or(and(first, atLeast(count - 1, rest)), atLeast(count, rest));
}

function isNumeric({ looksLike }: QueryWord): boolean {
  return looksLike === 'number' || looksLike === 'digits';
}

function withoutPrefix(word: QueryWord): QueryWord {
  return { ...word, variants: word.variants.filter(({ prefix }) => !prefix) };
}
