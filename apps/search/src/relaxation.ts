import type { Grader } from '@gcd/contracts/graders';
import {
  type Field,
  findVariant,
  hasWords,
  isDescribing,
  isOptionalInName,
  type QueryWord,
  type QueryWordKind,
  toTsquery,
} from '@gcd/search-terms';

/** One step of a search: a condition that cards must match. */
export interface SearchStep {
  /** The words that a card must contain. */
  readonly required: readonly QueryWord[];
  /** Returns a tsquery that matches the lexemes of a card. */
  tsquery(withShortPrefixes: boolean): string;
  /**
   * Returns a stricter {@link tsquery}, which requires one of the query's numbers as the card number, or all its words
   * in the name; null if there is none. The stricter tsquery finds the intended card even if so many cards match that
   * only the most popular ones are ranked.
   */
  readonly stricter: ((withShortPrefixes: boolean) => string) | null;
  /** Whether a grader card with these terms matches on its own. */
  fits(terms: ReadonlyMap<string, Field>): boolean;
  /**
   * Whether a single grader card must contain all words. If false, the words may be spread across the grader cards of a
   * card.
   */
  readonly byEntry: boolean;
  /**
   * More specific steps to run if more cards match than can be ranked. They find cards that would otherwise be missed.
   */
  readonly narrower?: readonly SearchStep[];
  /** Dropped words that describe a parallel. Only the cards with the most of these words are kept. */
  readonly preferred?: readonly QueryWord[];
}

/**
 * Creates a step that requires all words.
 * @param grader grader whose card must contain the words; if undefined, the words may be spread across all grader cards
 * of a card
 */
export function allWords(words: readonly QueryWord[], grader?: Grader): SearchStep {
  const tsquery = (withShortPrefixes: boolean) =>
    toTsquery(words, { withShortPrefixes, mark: grader });
  const numbers = words.filter(isNumeric);
  const names = words.filter(({ looksLike }) => looksLike === 'word').map(withoutPrefix);
  return {
    required: words,
    tsquery,
    stricter:
      numbers.length + names.length === 0
        ? null
        : (withShortPrefixes) => {
            const any = [
              toTsquery(numbers, { withShortPrefixes, mark: 'number', operator: '|' }),
              toTsquery(names, { withShortPrefixes, mark: 'name' }),
            ].filter(Boolean);
            return `${tsquery(withShortPrefixes)} & (${any.map((each) => `(${each})`).join(' | ')})`;
          },
    fits: (terms) => hasWords(words, terms),
    byEntry: false,
  };
}

function isNumeric({ looksLike }: QueryWord): boolean {
  return looksLike === 'number' || looksLike === 'digits';
}

function withoutPrefix(word: QueryWord): QueryWord {
  return { ...word, variants: word.variants.filter(({ prefix }) => !prefix) };
}

/**
 * Kinds of words that each step requires a card to contain. If a step finds no cards, the search tries the following
 * step.
 */
const REQUIRED_KINDS: readonly (readonly QueryWordKind[])[] = [
  ['identifying', 'serial', 'optional', 'copy'],
  ['identifying', 'serial', 'optional'],
  ['identifying', 'serial'],
  ['identifying'],
];

/**
 * Returns the steps of a simple search, which are tried in order until one finds cards. The first step requires all
 * words, and later steps omit words that describe a copy. If the query contains a year and a card number, the last step
 * requires the year, the number and the whole name.
 */
export function relaxationSteps(query: readonly QueryWord[]): SearchStep[] {
  const steps = fewerWords(query).map((required) => withLeftOut(required, query));
  const identity = byIdentity(query);
  return identity ? [...steps, identity] : steps;
}

/**
 * Creates a step that requires some of the words. If the step finds too many cards, the search also tries the required
 * words with each of the dropped words in turn, because any dropped word may be a name.
 */
function withLeftOut(required: readonly QueryWord[], query: readonly QueryWord[]): SearchStep {
  const narrower = query
    .filter((word) => word.kind === 'optional' && !required.includes(word))
    .slice(0, MAX_NARROWER)
    .map((word) => allWords([...required, word]))
    // Without a number, a narrower step has few cards, so a second statement would rarely find more.
    .map((step) => (step.required.some(isNumeric) ? step : { ...step, stricter: null }));
  const preferred = query.filter((word) => !required.includes(word) && isDescribing(word.text));
  return { ...allWords(required), narrower, preferred };
}

/** Returns the query, followed by shorter and shorter versions that drop words the card may not contain. */
function fewerWords(query: readonly QueryWord[]): QueryWord[][] {
  return REQUIRED_KINDS.map((kinds) => query.filter(({ kind }) => kinds.includes(kind))).filter(
    ({ length }, index, all) => length > 0 && length !== all[index - 1]?.length,
  );
}

/**
 * Creates a step that requires the year, the card number and any word of the name. Returns null if the query lacks one
 * of them. Of the cards found, only those whose whole name is in the query are kept.
 */
function byIdentity(query: readonly QueryWord[]): SearchStep | null {
  const years = query.filter(({ looksLike }) => looksLike === 'year');
  const numbers = numbersOf(query);
  const words = query.filter(({ looksLike }) => looksLike === 'word');
  const isNameable = words.some(({ kind }) => kind === 'identifying');
  if (years.length === 0 || numbers.length === 0 || !isNameable) return null;
  const stepOf = (named: readonly QueryWord[]): SearchStep => ({
    required: [...years, anyOf(numbers), anyOf(named)],
    tsquery: (withShortPrefixes) =>
      [
        toTsquery(years, { withShortPrefixes }),
        `(${toTsquery(numbers, { withShortPrefixes, mark: 'number', operator: '|' })})`,
        `(${toTsquery(named, { withShortPrefixes, mark: 'name', operator: '|' })})`,
      ].join(' & '),
    stricter: null,
    fits: (terms) =>
      numbers.some((number) => isIn('number', number, terms)) && isNamed(query, terms),
    byEntry: true,
  });
  const narrower = words
    .filter(({ kind }) => kind === 'identifying')
    .slice(0, MAX_NARROWER)
    .map((word) => stepOf([word]));
  return { ...stepOf(words), narrower };
}

/** Merges alternative words into one word. A card needs to contain only one of the alternatives. */
function anyOf(words: readonly QueryWord[]): QueryWord {
  return { ...(words[0] as QueryWord), variants: words.flatMap(({ variants }) => variants) };
}

// Maximum number of narrower steps. Marketplace titles usually have few words before the name, so more steps would
// rarely help but would make the search expensive.
const MAX_NARROWER = 8;

/**
 * Returns the words that may be card numbers. Words like `#4` are preferred, because `4/102` may be a print run. If
 * there are none, returns the last word if it consists of digits, because card numbers are usually at the end.
 */
function numbersOf(query: readonly QueryWord[]): QueryWord[] {
  const numbers = query.filter(({ looksLike }) => looksLike === 'number');
  const certain = numbers.filter(({ kind }) => kind !== 'serial');
  if (certain.length > 0) return certain;
  return numbers.length > 0
    ? numbers
    : query
        .filter(({ kind }) => kind !== 'copy')
        .slice(-1)
        .filter(({ looksLike }) => looksLike === 'digits');
}

function isIn(field: Field, word: QueryWord, terms: ReadonlyMap<string, Field>): boolean {
  return word.variants.some((variant) =>
    findVariant(variant, terms)?.some((term) => terms.get(term) === field),
  );
}

/** Whether the query contains the complete name of a grader card. */
function isNamed(query: readonly QueryWord[], terms: ReadonlyMap<string, Field>): boolean {
  const found = query.flatMap(({ variants }) =>
    variants.flatMap((variant) => findVariant(variant, terms) ?? []),
  );
  const named = new Set(found);
  const name = [...terms].filter(([, field]) => field === 'name').map(([term]) => term);
  const required = name.filter((term) => !isOptionalInName(term));
  const needed = required.length > 0 ? required : name;
  return needed.length > 0 && needed.every((term) => named.has(term) || isPartOf(term, found));
}

/**
 * Whether a term is the beginning or end of a found term, or the other way around. A name with a hyphen or an
 * apostrophe therefore matches whether it is written as two words (`ho`, `oh`) or as one (`hooh`).
 */
function isPartOf(term: string, found: readonly string[]): boolean {
  return found.some(
    (each) =>
      each.length > 1 &&
      (term.startsWith(each) ||
        term.endsWith(each) ||
        each.startsWith(term) ||
        each.endsWith(term)),
  );
}
