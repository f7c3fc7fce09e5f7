import { createHash } from 'node:crypto';
import { fold } from './fold.js';

/** The properties that all cards of a set have in common, as spelled on one of its grader cards. */
export interface SetText {
  readonly category: string;
  readonly year: string;
  readonly set_name: string;
}

/** Normalizes text for comparison: folded, trimmed, with single spaces. */
export function normalizeText(text: string): string {
  return fold(text).replace(/\s+/g, ' ').trim();
}

/**
 * Returns the id of a set: 40 hexadecimal digits. Spellings that differ only in letter case, accents, width or white
 * space have the same id. Ids depend on {@link normalizeText}: if that function changes, a migration must empty
 * `set_cards`.
 */
export function setIdOf({ category, year, set_name }: SetText): string {
  const text = [category, year, set_name].map(normalizeText).join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}
