import { fold } from '@gcd/population/fold';
import { type Word, wordsOf } from './words.js';

/** Maps a word to the word under which it is indexed and searched. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['autograph', 'auto'],
  ['autographed', 'auto'],
  ['junior', 'jr'],
  ['f', 'female'],
  ['m', 'male'],
  ['rc', 'rookie'],
  ['first', '1st'],
  ['ed', 'edition'],
  ['refr', 'refractor'],
  ['holofoil', 'holo'],
  ['rev', 'reverse'],
  ['jpn', 'japanese'],
  ['jp', 'japanese'],
]);
const ORDINAL = /^\d+(st|nd|rd|th)$/;
const MIXED = /\d\D|\D\d/;
const MIXED_PARTS = /\d+|\D+/g;
const SHORTEST_PLURAL = 4;
// Maximum length of a term in characters. Longer words are truncated, because users do not type such long words, and
// PostgreSQL rejects terms above 2 kB.
const MAX_TERM = 64;

/**
 * Returns the term under which a part of a word is indexed and searched. A final `s` is removed from longer parts, and
 * synonyms share one term.
 */
export function termOf(piece: string): string {
  const singular =
    piece.length >= SHORTEST_PLURAL && piece.endsWith('s') && !piece.endsWith('ss')
      ? piece.slice(0, -1)
      : piece;
  return SAME.get(singular) ?? singular.slice(0, MAX_TERM);
}

/** Returns the words of a text by term, in lower case, but otherwise as written. */
export function spellingsOf(text: string): Map<string, string> {
  const spellings = new Map<string, string>();
  for (const [chunk] of fold(text).matchAll(/[^\s/(),#]+/g)) {
    for (const word of wordsOf(chunk)) {
      if (word.kind !== 'plain') continue;
      for (const piece of word.pieces) spellings.set(termOf(piece), piece);
      if (word.pieces.length > 1) spellings.set(joined(word.pieces), chunk);
    }
  }
  return spellings;
}

/** Returns all terms to index for a word of a grader card. */
export function indexTerms(word: Word): string[] {
  switch (word.kind) {
    case 'year':
      return [String(word.first), ...laterYears(word)];
    case 'run':
      return [word.text];
    case 'script':
      return [...word.text, ...pairsOf(word.text)];
    case 'fraction':
      return [word.text, ...plainTerms(word.pieces)];
    case 'plain':
      return plainTerms(word.pieces);
  }
}

function plainTerms(pieces: readonly string[]): string[] {
  const terms = pieces.flatMap((piece) => [termOf(piece), ...partsOf(piece)]);
  if (pieces.length > 1) terms.push(joined(pieces));
  return terms;
}

/** Returns the term for several parts that are joined into one word. */
export function joined(pieces: readonly string[]): string {
  return termOf(pieces.join(''));
}

/**
 * Splits a part of a word such as `us175` into a term for the letters and a term for the digits. The result is empty
 * for ordinals and for parts that do not mix letters and digits.
 */
export function partsOf(piece: string): string[] {
  if (!MIXED.test(piece) || ORDINAL.test(piece)) return [];
  return [...piece.matchAll(MIXED_PARTS)].map(([part]) => termOf(part.replace(/^0+(?=\d)/, '')));
}

/**
 * Returns terms for all years of a span except the first. These terms differ from the term of a first year, because a
 * search for a season means its first year.
 */
export function laterYears({ first, last }: { first: number; last: number }): string[] {
  return Array.from({ length: last - first }, (_, index) => laterYear(first + index + 1));
}

/** Returns the term for a year that is not the first in its span. */
export function laterYear(year: number): string {
  return `${year}~`;
}

/** Whether a text has characters of a script in which names are indexed as pairs of adjacent characters. */
export const isInScript = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Katakana}]/u.test(text);

/** Returns pairs of adjacent characters of `text`, which is in a script without spaces. */
export function pairsOf(text: string): string[] {
  const characters = [...text];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
