import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { partsOfSplit, splitInMany, splitsInTwo } from './word-splits.js';

const word = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 4, maxLength: 10 });

describe('splitsInTwo', () => {
  it('returns every split with at least two letters on each side', () => {
    expect(splitsInTwo('skyridge').slice(0, 3)).toEqual([
      ['sk', 'yridge'],
      ['sky', 'ridge'],
      ['skyr', 'idge'],
    ]);
    expect(splitsInTwo('abc')).toEqual([]);
    expect(splitsInTwo('ho-oh')).toEqual([]);
  });
});

describe('splitInMany', () => {
  const cards = new Map([
    ['michael', 5000],
    ['jordan', 3000],
    ['fleer', 90_000],
    ['mich', 5],
    ['ael', 9],
  ]);
  const cardsOf = (term: string) => cards.get(term) ?? 0;

  it('prefers fewer parts, and parts that occur on many cards', () => {
    expect(splitInMany('michaeljordanfleer', cardsOf)).toEqual(['michael', 'jordan', 'fleer']);
  });

  it('returns null if a part occurs on no card, or if the word splits into two parts', () => {
    expect(splitInMany('michaeljordanxyz', cardsOf)).toBeNull();
    expect(splitInMany('michaeljordan', cardsOf)).toBeNull();
    expect(splitInMany('a'.repeat(200), () => 1)).toBeNull();
  });

  it('uses only parts that partsOfSplit returns', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 3, maxLength: 4 }), (words) => {
        const text = words.join('');
        const known = new Set(words);
        const terms = splitInMany(text, (term) => (known.has(term) ? 10 : 0));
        expect(terms?.join('')).toBe(text);
        expect(partsOfSplit(text)).toEqual(expect.arrayContaining(terms ?? []));
      }),
    );
  });
});
