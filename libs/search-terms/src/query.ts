import { isDescribing } from './describing.js';
import { lexemeOf, type Mark } from './lexemes.js';
import { joined, laterYear, laterYears, pairsOf, partsOf, termOf } from './terms.js';
import { type Word, wordsOf } from './words.js';

/** Terms that together mean a word. */
export interface Reading {
  readonly terms: readonly string[];
  /** Whether the last term may go on. */
  readonly prefix?: true;
}

/**
 * What a word is for. One that describes a copy, and one that may be a copy's number in its print run, can be left out when
 * no card has all words.
 */
export type QueryWordKind = 'identifying' | 'describing' | 'serial';

/** What a word of a query looks for. */
export interface QueryWord {
  /** What it may mean, the likeliest first; any of them must match. */
  readonly readings: readonly Reading[];
  readonly kind: QueryWordKind;
  readonly looksLike: 'year' | 'number' | 'digits' | 'word';
}

/** `and` is left out of queries: one writes it, another `&`. */
const LEFT_OUT = new Set(['and']);

const SHORT_FORMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['ud', ['upper', 'deck']],
  ['opc', ['opeechee']],
]);
/** Some graders write the language before the set: `EN-151`. */
const LANGUAGE = /^(en|jp)$/;
const GRADER = /^(psa|bgs|bvg|bccg|sgc|cgc|csg|beckett)$/;
const GRADER_GRADE = /^(psa|bgs|sgc|cgc|csg)\d+$/;
const GRADE = /^([1-9]|10)$/;
const SHORTEST_LONG_PREFIX = 3;
/** The number of a card, and no beginning of one: there would be too many. */
const SHORT_NUMBER = /^\d{1,2}$/;

/**
 * Reads the text of a search.
 * @param lastIsPrefix whether the last word may be the beginning of one
 * @returns the words that a card must have, in order; none when the text has no letter and no digit
 */
export function readQuery(text: string, lastIsPrefix: boolean): QueryWord[] {
  const words = wordsOf(text).filter((word) => !LEFT_OUT.has(spelling(word)));
  const seen = new Set<string>();
  const query: QueryWord[] = [];
  words.forEach((word, index) => {
    const readings = readingsOf(word);
    const isLast = index === words.length - 1;
    if (lastIsPrefix && isLast) readings.push(...continuations(word));
    const key = JSON.stringify(readings);
    if (seen.has(key)) return;
    seen.add(key);
    query.push({
      readings,
      kind: kindOf(word, words[index - 1], words[index - 2]),
      looksLike: looksLike(word),
    });
  });
  return query;
}

function spelling(word: Word): string {
  if (word.kind === 'plain') return word.pieces.join('-');
  return word.kind === 'year' ? '' : word.text;
}

function kindOf(word: Word, before?: Word, beforeThat?: Word): QueryWordKind {
  if (word.kind === 'run' || word.aside) return 'describing';
  if (word.kind === 'fraction') return 'serial';
  if (word.kind !== 'plain') return 'identifying';
  const text = spelling(word);
  const isInitial = /^\p{L}$/u.test(text);
  return isDescribing(text) || isInitial || isGrade(word, before, beforeThat)
    ? 'describing'
    : 'identifying';
}

/** `PSA10`, the 10 of `PSA 10`, `BGS 9.5` and `PSA GEM 10`. */
function isGrade(word: Word, before?: Word, beforeThat?: Word): boolean {
  if (word.kind !== 'plain' || word.numbered) return false;
  if (GRADER_GRADE.test(spelling(word))) return true;
  const isGrader = (each?: Word): boolean => each?.kind === 'plain' && GRADER.test(spelling(each));
  const follows =
    isGrader(before) || (before && isDescribing(spelling(before)) && isGrader(beforeThat));
  return Boolean(follows) && GRADE.test(word.pieces[0] ?? '');
}

/** A number is written as one, `#4` or `4/102`; what only has digits may be part of a name as well. */
function looksLike(word: Word): QueryWord['looksLike'] {
  if (word.kind === 'year') return 'year';
  if (word.numbered || word.kind === 'fraction') return 'number';
  return word.kind === 'plain' && /\d/.test(word.pieces.join('')) ? 'digits' : 'word';
}

function readingsOf(word: Word): Reading[] {
  switch (word.kind) {
    case 'year':
      return readingsOfYear(word);
    case 'run':
      return [{ terms: [word.text] }];
    case 'script': {
      const pairs = pairsOf(word.text);
      return [{ terms: pairs.length > 0 ? pairs : [word.text] }];
    }
    case 'fraction':
      return [{ terms: [word.text] }, ...readingsOfPlain(word.pieces), ...seasons(word.text)];
    case 'plain':
      return [...readingsOfPlain(word.pieces), ...(word.numbered ? [] : shortYears(word.pieces))];
  }
}

/** A season is also found under its first year alone, as some graders write it, and a year in every season it is part of. */
function readingsOfYear(word: { first: number; last: number }): Reading[] {
  const first = { terms: [String(word.first)] };
  if (word.last === word.first) return [first, { terms: [laterYear(word.first)] }];
  return [{ terms: [...first.terms, ...laterYears(word).slice(0, 1)] }, first];
}

function readingsOfPlain(pieces: readonly string[]): Reading[] {
  const [piece = ''] = pieces;
  if (pieces.length > 1) {
    const apart = LANGUAGE.test(piece) ? [{ terms: pieces.slice(1).map(termOf) }] : [];
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

/** `89` may be 1989, and `23-24` the season of 2023. */
function shortYears(pieces: readonly string[]): Reading[] {
  if (pieces.length === 1 && /^\d\d$/.test(pieces[0] ?? '')) {
    return [{ terms: [String(fullYear(Number(pieces[0])))] }];
  }
  return seasons(pieces.join('/'));
}

function seasons(text: string): Reading[] {
  const match = /^(\d\d?)\/(\d\d?)$/.exec(text);
  const [first, last] = [Number(match?.[1]), Number(match?.[2])];
  return match && last === (first + 1) % 100 ? [{ terms: [String(fullYear(first))] }] : [];
}

function fullYear(two: number): number {
  return two < 40 ? 2000 + two : 1900 + two;
}

/** What the last word may be the beginning of. */
function continuations(word: Word): Reading[] {
  switch (word.kind) {
    case 'plain': {
      const { pieces } = word;
      const whole: Reading = { terms: [pieces.join('')], prefix: true };
      if (pieces.length === 1) return SHORT_NUMBER.test(pieces[0] ?? '') ? [] : [whole];
      const last = pieces[pieces.length - 1] ?? '';
      return [whole, { terms: [...pieces.slice(0, -1).map(termOf), last], prefix: true }];
    }
    case 'fraction':
      return [{ terms: [word.text], prefix: true }];
    default:
      return [];
  }
}

/** How {@link toTsquery} writes a query. */
export interface TsqueryOptions {
  /** Whether beginnings of one or two letters, which many words have, are looked for. */
  readonly withShortPrefixes: boolean;
  /** Where every term must be; anywhere on the card if absent. */
  readonly mark?: Mark | undefined;
  /** `&`, the default: all words must match. `|`: any. */
  readonly operator?: '&' | '|';
}

/** The `tsquery` of words; empty when there is none. Every term is quoted. */
export function toTsquery(
  words: readonly QueryWord[],
  { withShortPrefixes, mark, operator = '&' }: TsqueryOptions,
): string {
  return words
    .map(({ readings }) => {
      const asked = readings.filter((reading) => withShortPrefixes || !isShortPrefix(reading));
      return `(${asked.map((reading) => readingToTsquery(reading, mark)).join(' | ')})`;
    })
    .join(` ${operator} `);
}

function isShortPrefix({ terms, prefix }: Reading): boolean {
  return prefix === true && (terms[terms.length - 1] ?? '').length < SHORTEST_LONG_PREFIX;
}

function readingToTsquery({ terms, prefix }: Reading, mark?: Mark): string {
  const quoted = terms.map((term) => `'${lexemeOf(term, mark).replace(/['\\]/g, '$&$&')}'`);
  if (prefix) quoted.push(`${quoted.pop()}:*`);
  return quoted.join(' & ');
}
