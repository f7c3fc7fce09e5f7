import { termOf } from '@gcd/search-terms';

const MIN_PART = 2;
/** Minimum length in characters of a word that may be split into more than two parts. */
const MIN_LONG = 10;
const MAX_LONG = 40;
const MIN_LONG_PART = 3;
const MAX_LONG_PART = 12;
/**
 * Penalty for each part of a split. The score of a split is the sum of log10 of the number of cards with each part,
 * minus the penalties.
 */
const COST_OF_PART = 4;
const SPLITTABLE = /^[\p{L}\p{N}]+$/u;

/** Returns all ways to split a word in two, as the terms of both parts. */
export function splitsInTwo(text: string): [string, string][] {
  if (!SPLITTABLE.test(text)) return [];
  const splits: [string, string][] = [];
  for (let at = MIN_PART; at <= text.length - MIN_PART; at += 1) {
    splits.push([termOf(text.slice(0, at)), termOf(text.slice(at))]);
  }
  return splits;
}

/** Returns the terms of all parts that {@link splitInMany} may use. */
export function partsOfSplit(text: string): string[] {
  if (!isLong(text)) return [];
  const parts: string[] = [];
  for (let at = 0; at <= text.length - MIN_LONG_PART; at += 1) {
    for (let end = at + MIN_LONG_PART; end <= Math.min(text.length, at + MAX_LONG_PART); end += 1) {
      parts.push(termOf(text.slice(at, end)));
    }
  }
  return parts;
}

/**
 * Returns the most likely split of a long word, such as `michaeljordanfleer`, into three or more parts. A split is
 * likely if it has few parts and many cards contain them.
 * @param cardsOf returns the number of cards with a term
 * @returns null if every split has a part that no card contains
 */
export function splitInMany(text: string, cardsOf: (term: string) => number): string[] | null {
  if (!isLong(text)) return null;
  const best: ({ readonly score: number; readonly terms: string[] } | undefined)[] = [
    { score: 0, terms: [] },
  ];
  for (let end = MIN_LONG_PART; end <= text.length; end += 1) {
    for (let at = Math.max(0, end - MAX_LONG_PART); at <= end - MIN_LONG_PART; at += 1) {
      const before = best[at];
      const term = termOf(text.slice(at, end));
      const cards = before ? cardsOf(term) : 0;
      if (!before || cards === 0) continue;
      const score = before.score + Math.log10(cards) - COST_OF_PART;
      if (score > (best[end]?.score ?? Number.NEGATIVE_INFINITY)) {
        best[end] = { score, terms: [...before.terms, term] };
      }
    }
  }
  const terms = best[text.length]?.terms ?? [];
  return terms.length > 2 ? terms : null;
}

function isLong(text: string): boolean {
  return text.length >= MIN_LONG && text.length <= MAX_LONG && SPLITTABLE.test(text);
}
