import type { Features } from './features.js';
import { canonical } from './words.js';

/** Words that two grader cards share, and those that only one has, not counting names. */
export interface Difference {
  readonly common: readonly string[];
  readonly onlyA: string[];
  readonly onlyB: string[];
}

/**
 * Compares the words of two grader cards, except names. A card without a separate name has it among its
 * words.
 */
export function differenceOf(a: Features, b: Features): Difference {
  const ofA = a.name.length === 0 ? without(a.rest, b.name) : a.rest;
  const ofB = b.name.length === 0 ? without(b.rest, a.name) : b.rest;
  const onlyA = without(ofA, ofB);
  return { common: without(ofA, onlyA), onlyA, onlyB: without(ofB, ofA) };
}

/** The words that remain without others, with multiplicity. */
function without(words: readonly string[], others: readonly string[]): string[] {
  const left = [...words];
  for (const other of others) {
    const at = left.indexOf(other);
    const found = at < 0 ? left.indexOf(canonical(other)) : at;
    if (found >= 0) left.splice(found, 1);
  }
  return left;
}
