import type { Grader } from '@gcd/contracts';
import {
  type Field,
  findVariant,
  hasWords,
  isOptionalInName,
  type QueryWord,
  type QueryWordKind,
  toTsquery,
} from '@gcd/search-terms';

/** One way to look for a query. */
export interface SearchStep {
  /** What the lexemes of a card must match. */
  tsquery(withShortPrefixes: boolean): string;
  /**
   * {@link tsquery}, with one of the query's numbers as the card number. Null if the query has no number. It finds the card
   * that is meant when so many others match that only the most popular are ranked.
   */
  readonly byNumber: ((withShortPrefixes: boolean) => string) | null;
  /** Whether the card of one grader fits by itself. */
  fits(terms: ReadonlyMap<string, Field>): boolean;
  /** Whether one grader's card must fit by itself; otherwise the words may be spread over the cards of several graders. */
  readonly byEntry: boolean;
  /** Narrower steps that together find the rest, if more cards match than are ranked. */
  readonly narrower?: readonly SearchStep[];
}

/** Looks for all words. @param grader whose card must have them; any graders' cards together if absent */
export function allWords(words: readonly QueryWord[], grader?: Grader): SearchStep {
  const tsquery = (withShortPrefixes: boolean) =>
    toTsquery(words, { withShortPrefixes, mark: grader });
  const numbers = words.filter(({ looksLike }) => looksLike === 'number' || looksLike === 'digits');
  return {
    tsquery,
    byNumber:
      numbers.length === 0
        ? null
        : (withShortPrefixes) => {
            const any = toTsquery(numbers, { withShortPrefixes, mark: 'number', operator: '|' });
            return `${tsquery(withShortPrefixes)} & (${any})`;
          },
    fits: (terms) => hasWords(words, terms),
    byEntry: false,
  };
}

/** Kinds of words that are required: all, then fewer as long as nothing is found. */
const REQUIRED_KINDS: readonly (readonly QueryWordKind[])[] = [
  ['identifying', 'serial', 'optional', 'copy'],
  ['identifying', 'serial', 'optional'],
  ['identifying', 'serial'],
  ['identifying'],
];

/**
 * The steps of a simple search, until one finds something: all words; without those that describe a copy; and when the
 * query has a year and a card number, by year, number and whole name.
 */
export function relaxationSteps(query: readonly QueryWord[]): SearchStep[] {
  const steps = fewerWords(query).map((required) => withLeftOut(required, query));
  const identity = byIdentity(query);
  return identity ? [...steps, identity] : steps;
}

/** Looks for required words, and if that finds too many cards, for each word that was left out, too: it may be a name. */
function withLeftOut(required: readonly QueryWord[], query: readonly QueryWord[]): SearchStep {
  const narrower = query
    .filter((word) => word.kind === 'optional' && !required.includes(word))
    .slice(0, MAX_NARROWER)
    .map((word) => allWords([...required, word]));
  return { ...allWords(required), narrower };
}

/** The words of a query, then fewer and fewer of them: without those that a card need not have. */
export function fewerWords(query: readonly QueryWord[]): QueryWord[][] {
  return REQUIRED_KINDS.map((kinds) => query.filter(({ kind }) => kinds.includes(kind))).filter(
    ({ length }, index, all) => length > 0 && length !== all[index - 1]?.length,
  );
}

/**
 * Looks for the year, the number as the card number, and any word in the name, because cards whose whole name is not in the
 * query are dropped only after the most popular have been selected.
 */
function byIdentity(query: readonly QueryWord[]): SearchStep | null {
  const years = query.filter(({ looksLike }) => looksLike === 'year');
  const numbers = numbersOf(query);
  const words = query.filter(({ looksLike }) => looksLike === 'word');
  const isNameable = words.some(({ kind }) => kind === 'identifying');
  if (years.length === 0 || numbers.length === 0 || !isNameable) return null;
  const stepOf = (named: readonly QueryWord[]): SearchStep => ({
    tsquery: (withShortPrefixes) =>
      [
        toTsquery(years, { withShortPrefixes }),
        `(${toTsquery(numbers, { withShortPrefixes, mark: 'number', operator: '|' })})`,
        `(${toTsquery(named, { withShortPrefixes, mark: 'name', operator: '|' })})`,
      ].join(' & '),
    byNumber: null,
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

// A title has few words in front of the name. More statements would let one query cost too much.
const MAX_NARROWER = 8;

/** What is written as a card number: `#4` rather than `4/102`, which may be a print run; or the last word, where numbers stand. */
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

/** Whether the query has the whole name of an entry. */
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

/** Of words with a hyphen or an apostrophe one of two forms is enough: `ho` and `oh`, or `hooh`. */
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
