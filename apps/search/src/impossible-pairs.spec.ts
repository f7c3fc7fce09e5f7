import { readQuery } from '@gcd/search-terms';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ImpossiblePairs, pairsToCheck } from './impossible-pairs.js';
import { Vocabulary } from './vocabulary.js';

const wordsOf = (text: string) => readQuery(text, false);
const textOf = (words: readonly { text: string }[]): string =>
  words.map(({ text }) => text).join(' ');

function split(text: string, impossible: readonly string[]): string[] {
  const pairs = impossible.map((pair) => {
    const [one, other] = wordsOf(pair);
    if (!one || !other) throw new Error(pair);
    return [one, other] as const;
  });
  const items = wordsOf(text).map((word) => ({ word }));
  return new ImpossiblePairs(pairs)
    .split(items)
    .map((list) => textOf(list.map(({ word }) => word)));
}

describe('ImpossiblePairs', () => {
  it('does not split a query without an impossible pair', () => {
    expect(split('topps kuzava traded', ['kuzava alou'])).toEqual(['topps kuzava traded']);
  });

  it('splits a query that combines words from two cards into one list of words per card', () => {
    const pairs = ['kuzava felipe', 'kuzava alou', 'bob felipe', 'bob alou'];
    expect(split('topps bob kuzava felipe alou', pairs)).toEqual(
      expect.arrayContaining(['topps bob kuzava', 'topps felipe alou']),
    );
  });

  it('returns lists that have no impossible pair and cover every combination of words without one', () => {
    const words = ['ash', 'birch', 'cedar', 'date', 'elm', 'fir', 'gum', 'holly'];
    const pairOf = fc.subarray(words, { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(fc.array(pairOf, { maxLength: 28 }), fc.subarray(words), (pairs, some) => {
        const lists = split(
          words.join(' '),
          pairs.map((pair) => pair.join(' ')),
        ).map((list) => list.split(' '));
        const isPossible = (list: readonly string[]) =>
          pairs.every((pair) => !pair.every((word) => list.includes(word)));
        expect(lists.every(isPossible)).toBe(true);
        const isCovered = lists.some((list) => some.every((word) => list.includes(word)));
        expect(isCovered).toBe(isPossible(some));
      }),
    );
  });
});

describe('pairsToCheck', () => {
  const vocabulary = new Vocabulary([
    { term: 'topp', cards: 300_000, names: 0 },
    { term: 'baseball', cards: 400_000, names: 0 },
    { term: 'bob', cards: 9000, names: 9000 },
    { term: 'robin', cards: 9000, names: 9000 },
    { term: 'robyn', cards: 5000, names: 5000 },
    { term: 'kuzava', cards: 20, names: 20 },
  ]);
  const pairsOf = (text: string): string[] =>
    pairsToCheck(wordsOf(text), vocabulary).map((pair) => textOf(pair));

  it('returns only pairs with a rare word', () => {
    expect(pairsOf('topps baseball bob kuzava').map((pair) => pair.split(' ').sort())).toEqual(
      expect.arrayContaining([
        ['bob', 'kuzava'],
        ['baseball', 'kuzava'],
        ['kuzava', 'topps'],
      ]),
    );
    expect(pairsOf('topps baseball bob')).toEqual([]);
  });

  it('includes the corrections of each word, because similar queries may search for them', () => {
    const [pair] = pairsToCheck(wordsOf('kuzava robyn'), vocabulary);
    expect(pair?.[1].variants.map(({ terms }) => terms.join())).toEqual(['robyn', 'robin']);
  });

  it('ignores words that no card contains', () => {
    expect(pairsOf('kuzava qqqqqq')).toEqual([]);
  });

  it('returns at most 28 pairs', () => {
    const rows = Array.from({ length: 20 }, (_, index) => ({
      term: `${String.fromCharCode(97 + index)}mnopqr`,
      cards: 10,
      names: 10,
    }));
    const text = rows.map(({ term }) => term).join(' ');
    expect(pairsToCheck(wordsOf(text), new Vocabulary(rows)).length).toBe(28);
  });
});
