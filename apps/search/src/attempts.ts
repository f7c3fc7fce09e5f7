import {
  type Field,
  findReading,
  hasWords,
  type QueryWord,
  type QueryWordKind,
  toTsquery,
} from '@gcd/search-terms';

/** One way to look for a query. */
export interface Attempt {
  /** What the terms of a card must match. */
  tsquery(withShortPrefixes: boolean): string;
  /** Whether an entry by itself fits. */
  fits(terms: ReadonlyMap<string, Field>): boolean;
  /** Whether a card fits only when one of its entries does; else its entries may have the words between them. */
  readonly byEntry: boolean;
}

/** Looks for all words. */
export function allWords(words: readonly QueryWord[]): Attempt {
  return {
    tsquery: (withShortPrefixes) => toTsquery(words, withShortPrefixes),
    fits: (terms) => hasWords(words, terms),
    byEntry: false,
  };
}

/** Kinds of words that are needed: all, then fewer as long as nothing is found. */
const NEEDED_KINDS: readonly (readonly QueryWordKind[])[] = [
  ['identifying', 'serial', 'describing'],
  ['identifying', 'serial'],
  ['identifying'],
];

/**
 * The ways to look for what people type, until one finds something: all words; without those that describe a copy; and when the
 * query has a year and a card number, by year, number and whole name.
 */
export function attemptsOf(query: readonly QueryWord[]): Attempt[] {
  const attempts: Attempt[] = [];
  let asked = 0;
  for (const kinds of NEEDED_KINDS) {
    const needed = query.filter(({ kind }) => kinds.includes(kind));
    if (needed.length === 0 || needed.length === asked) continue;
    asked = needed.length;
    attempts.push(allWords(needed));
  }
  const identity = byIdentity(query);
  return identity ? [...attempts, identity] : attempts;
}

function byIdentity(query: readonly QueryWord[]): Attempt | null {
  const years = query.filter(({ looksLike }) => looksLike === 'year');
  const numbers = numbersOf(query);
  const words = query.filter(
    ({ kind, looksLike }) => kind === 'identifying' && looksLike === 'word',
  );
  if (years.length === 0 || numbers.length === 0 || words.length === 0) return null;
  const exact = [...years, ...numbers];
  return {
    tsquery: (withShortPrefixes) =>
      `${toTsquery(exact, withShortPrefixes)} & (${toTsquery(words, withShortPrefixes, '|')})`,
    fits: (terms) =>
      numbers.every((number) => isIn('number', number, terms)) && isNamed(query, terms),
    byEntry: true,
  };
}

/** What is written as a card number; or the last word, where card numbers stand. */
function numbersOf(query: readonly QueryWord[]): QueryWord[] {
  const numbers = query.filter(({ looksLike }) => looksLike === 'number');
  return numbers.length > 0
    ? numbers
    : query.slice(-1).filter(({ looksLike }) => looksLike === 'digits');
}

function isIn(field: Field, word: QueryWord, terms: ReadonlyMap<string, Field>): boolean {
  return word.readings.some((reading) => {
    const [first] = findReading(reading, terms) ?? [];
    return first !== undefined && terms.get(first) === field;
  });
}

/** Whether the query has the whole name of an entry. */
function isNamed(query: readonly QueryWord[], terms: ReadonlyMap<string, Field>): boolean {
  const found = query.flatMap(({ readings }) =>
    readings.flatMap((reading) => findReading(reading, terms) ?? []),
  );
  const named = new Set(found);
  const name = [...terms].filter(([, field]) => field === 'name').map(([term]) => term);
  return name.length > 0 && name.every((term) => named.has(term) || isPartOf(term, found));
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
