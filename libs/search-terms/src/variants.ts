import { joined, laterYear, laterYears, pairsOf, partsOf, termOf } from './terms.js';
import type { Word } from './words.js';

/** One meaning of a query word. A card matches if it has all of these terms. */
export interface Variant {
  readonly terms: readonly string[];
  /** Whether the last term is a prefix. */
  readonly prefix?: true;
  /**
   * All terms that begin with the last term, if known. PostgreSQL searches for a list of terms much faster than for a
   * prefix.
   */
  readonly completions?: readonly string[];
  /** Completions of the last term that do not count, because they begin with other words of the query. */
  readonly besides?: readonly string[];
  /** Relevance of a match with this variant, relative to a match with the typed word. Defaults to 1. */
  readonly worth?: number;
}

const SHORT_FORMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['ud', ['upper', 'deck']],
  ['opc', ['opeechee']],
]);
/**
 * Prefixes that are not part of a card number. Some graders write the language before the number (`EN-151`), and
 * sellers write `No.4`.
 */
const LEADING = /^(en|jp|no|nr)$/;
/** Brands that collectors abbreviate to one letter after the year, as in `87F` for 1987 Fleer. */
const BRANDS: ReadonlyMap<string, string> = new Map([
  ['b', 'bowman'],
  ['d', 'donruss'],
  ['f', 'fleer'],
  ['t', 'topps'],
]);
/** Matches a card number with the size of its set, as in `4-102`. */
const HYPHENATED = /^\d{1,3}-\d{1,3}$/;
/** Matches a short name with `'s`, as in `N's`. Of longer words, no final `s` is indexed. */
const OWNED = /^\p{L}{1,2}['’]s$/iu;
const NUMBER_ALONE = 0.5;
/** Worth of the first year of a season on a card that does not write the season. */
const FIRST_YEAR_ALONE = 0.7;
/**
 * Matches a number that is never searched as a prefix: a card number, such as `199` or `SWSH001`, which must match
 * neither another one nor a year.
 */
const WHOLE_NUMBER = /^\d{1,3}$|\p{L}.*\d$/u;

/** Returns the meanings of a complete word, most likely first. */
export function variantsOf(word: Word): Variant[] {
  switch (word.kind) {
    case 'year':
      return variantsOfYear(word);
    case 'run':
      return [{ terms: [word.text] }];
    case 'script': {
      const pairs = pairsOf(word.text);
      return [{ terms: pairs.length > 0 ? pairs : [word.text] }];
    }
    case 'fraction':
      return [...variantsOfFraction(word.text, word.pieces), ...seasons(word.text)];
    case 'plain': {
      const years = word.numbered ? [] : shortYears(word.typed, word.pieces);
      if (markedYear(word) !== null) return years;
      const isFraction = years.length === 0 && HYPHENATED.test(word.pieces.join('-'));
      const owner = OWNED.test(word.typed) ? word.pieces[0]?.slice(0, -1) : undefined;
      return [
        ...variantsOfPlain(word.pieces),
        ...(owner ? [{ terms: [owner] }] : []),
        ...years,
        ...(isFraction ? variantsOfFraction(word.pieces.join('/'), word.pieces.slice(0, 1)) : []),
      ];
    }
  }
}

/**
 * Returns the meanings of a year or season. A season also matches its first year, because some graders write only the
 * first year. A year matches every season that includes it.
 */
function variantsOfYear(word: { first: number; last: number }): Variant[] {
  const first = { terms: [String(word.first)] };
  if (word.last === word.first) return [first, { terms: [laterYear(word.first)] }];
  return [
    { terms: [...first.terms, ...laterYears(word).slice(0, 1)] },
    { ...first, worth: FIRST_YEAR_ALONE },
  ];
}

/**
 * Returns the meanings of a card number with the size of its set. The number alone counts less, because many sets have a
 * card with this number.
 */
function variantsOfFraction(text: string, number: readonly string[]): Variant[] {
  const alone = variantsOfPlain(number).map((variant) => ({ ...variant, worth: NUMBER_ALONE }));
  return [{ terms: [text] }, ...alone];
}

function variantsOfPlain(pieces: readonly string[]): Variant[] {
  const [piece = ''] = pieces;
  if (pieces.length > 1) {
    const apart = LEADING.test(piece) ? [{ terms: pieces.slice(1).map(termOf) }] : [];
    return [{ terms: [joined(pieces)] }, { terms: pieces.map(termOf) }, ...apart];
  }
  const parts = partsOf(piece);
  const short = SHORT_FORMS.get(piece);
  return [
    { terms: [termOf(piece)] },
    ...(parts.length > 0 ? [{ terms: parts }] : []),
    ...(short ? [{ terms: short }] : []),
  ];
}

/** Returns the year of a word that can only be an abbreviated one, such as `'89`; otherwise null. */
export function markedYear({ typed }: Word): number | null {
  const [, two] = /^['’](\d\d)$/.exec(typed) ?? [];
  return two === undefined ? null : fullYear(Number(two));
}

/**
 * Returns the meanings of an abbreviated year: 1989 for `89`, 1987 Fleer for `87f`, and the 2023 season for `23-24`.
 */
function shortYears(typed: string, pieces: readonly string[]): Variant[] {
  const [, year, letter = ''] = /^(\d\d)([a-z])$/.exec(pieces.join('/')) ?? [];
  const brand = BRANDS.get(letter);
  if (brand) return [{ terms: [String(fullYear(Number(year))), termOf(brand)] }];
  if (/^['’]?\d\d$/.test(typed)) {
    const full = fullYear(Number(pieces[0]));
    return variantsOfYear({ first: full, last: full });
  }
  return seasons(pieces.join('/'));
}

function seasons(text: string): Variant[] {
  const match = /^(\d\d?)\/(\d\d?)$/.exec(text);
  const [first, last] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || last !== (first + 1) % 100) return [];
  const full = fullYear(first);
  return variantsOfYear({ first: full, last: full + 1 });
}

function fullYear(two: number): number {
  return two < 40 ? 2000 + two : 1900 + two;
}

/** Returns the meanings of a word that may be incomplete. The last term of each meaning is a prefix. */
export function continuations(word: Word): Variant[] {
  switch (word.kind) {
    case 'plain': {
      const { pieces } = word;
      const whole: Variant = { terms: [pieces.join('')], prefix: true };
      if (word.numbered || WHOLE_NUMBER.test(pieces.join(''))) return [];
      if (pieces.length === 1) return [whole];
      const last = pieces[pieces.length - 1] ?? '';
      return [whole, { terms: [...pieces.slice(0, -1).map(termOf), last], prefix: true }];
    }
    case 'fraction':
      return [{ terms: [word.text], prefix: true }];
    default:
      return [];
  }
}
