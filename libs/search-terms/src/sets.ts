import { fold } from '@gcd/population/fold';
import type { SetText } from '@gcd/population/set-id';
import { readQuery } from './query.js';
import { indexTerms } from './terms.js';
import { wordsOf } from './words.js';

// Maximum number of terms in a set, which limits the cost of malicious input. Real sets have fewer than 20 terms.
const MAX_TERMS = 500;
const MAX_NUMBER_LENGTH = 64;
const DIGITS_WIDTH = 9;
/** Key of a card without a number. This key sorts after all card numbers. */
const NO_NUMBER = '\uffff';

export function setTermsOf({ category, year, set_name }: SetText): string[] {
  const terms = [category, year, set_name].flatMap(wordsOf).flatMap(indexTerms);
  return [...new Set(terms)].slice(0, MAX_TERMS);
}

/**
 * Returns every term that the words of `text` can mean. A query refers to a set if the result includes all terms of the
 * set's name.
 */
export function meaningsOf(text: string): string[] {
  const terms = readQuery(text, false).flatMap(({ variants }) => variants.flatMap((r) => r.terms));
  return [...new Set(terms)].slice(0, MAX_TERMS);
}

/**
 * Encodes a card number so that the byte order of keys is the natural order of numbers: 2 before 10, 10 before 10a, and
 * digits before letters. Cards without a number come last. Sequences of more than 9 digits are compared as strings.
 */
export function numberKey(cardNumber: string): string {
  const number = fold(cardNumber).replace(/[\s#]+/g, '');
  if (number === '') return NO_NUMBER;
  return number
    .slice(0, MAX_NUMBER_LENGTH)
    .replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(DIGITS_WIDTH, '0'));
}
