import type { Features } from './features.js';
import { canonical } from './words.js';

/** Words that two grader cards share, and words that only one of them has, excluding names. */
export interface Difference {
  readonly common: readonly string[];
  readonly onlyA: string[];
  readonly onlyB: string[];
}

/**
 * Compares the words of two grader cards, excluding names. If a card has no separate name, its name is part
 * of its words.
 */
export function differenceOf(a: Features, b: Features): Difference {
  const ofA = a.name.length === 0 ? withoutWords(a.rest, b.name) : a.rest;
  const ofB = b.name.length === 0 ? withoutWords(b.rest, a.name) : b.rest;
  const onlyA = withoutWords(ofA, ofB);
  return { common: withoutWords(ofA, onlyA), onlyA, onlyB: withoutWords(ofB, ofA) };
}

/** Returns `words` without `others`. Each occurrence in `others` removes one occurrence from `words`. */
export function withoutWords(words: readonly string[], others: readonly string[]): string[] {
  const left = [...words];
  for (const other of others) {
    const at = left.indexOf(other);
    const found = at < 0 ? left.indexOf(canonical(other)) : at;
    if (found >= 0) left.splice(found, 1);
  }
  return left;
}
