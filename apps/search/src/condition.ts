import type { Grader } from '@gcd/contracts/graders';
import { type Field, hasWords, type QueryWord, toTsquery } from '@gcd/search-terms';

/** A condition that cards must match. */
export interface Condition {
  /** Returns a tsquery that matches the lexemes of a card. */
  tsquery(withShortPrefixes: boolean): string;
  /**
   * Returns a stricter {@link tsquery}, which requires one of the numbers as the card number, or all words in the name;
   * null if there is none. The stricter tsquery finds the intended card even if so many cards match that only the most
   * popular ones are ranked.
   */
  readonly stricter: ((withShortPrefixes: boolean) => string) | null;
  /** Whether a card with these terms matches. */
  fits(terms: ReadonlyMap<string, Field>): boolean;
}

/**
 * Creates a condition that requires all words.
 * @param grader grader whose card must contain the words; if undefined, the words may be spread across all grader cards
 * of a card
 */
export function allWords(words: readonly QueryWord[], grader?: Grader): Condition {
  const tsquery = (withShortPrefixes: boolean) =>
    toTsquery(words, { withShortPrefixes, mark: grader });
  const numbers = words.filter(isNumeric);
  const names = words.filter(({ looksLike }) => looksLike === 'word').map(withoutPrefix);
  const stricter = (withShortPrefixes: boolean) => {
    const any = [
      toTsquery(numbers, { withShortPrefixes, mark: 'number', operator: '|' }),
      toTsquery(names, { withShortPrefixes, mark: 'name' }),
    ].filter(Boolean);
    return `${tsquery(withShortPrefixes)} & (${any.map((each) => `(${each})`).join(' | ')})`;
  };
  return {
    tsquery,
    stricter: numbers.length + names.length === 0 ? null : stricter,
    fits: (terms) => hasWords(words, terms),
  };
}

/**
 * Returns a tsquery that requires at least `count` of the words.
 * @param words a tsquery for each word, in order of the number of cards that match them, lowest first
 */
export function atLeast(count: number, words: readonly string[]): string {
  if (count === words.length) return words.join(' & ');
  if (count === 1) return `(${words.join(' | ')})`;
  const [first, ...rest] = words;
  return `((${first} & ${atLeast(count - 1, rest)}) | ${atLeast(count, rest)})`;
}

function isNumeric({ looksLike }: QueryWord): boolean {
  return looksLike === 'number' || looksLike === 'digits';
}

function withoutPrefix(word: QueryWord): QueryWord {
  return { ...word, variants: word.variants.filter(({ prefix }) => !prefix) };
}
