import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  maxTypos,
  similarityKeys,
  soundKeys,
  soundOf,
  typosBetween,
  vocabularyKeys,
} from './similar.js';

const letters = (minLength: number) =>
  fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength, maxLength: 14 });

/** Adds one typo to a text. */
function mistype(text: string, kind: number, place: number): string {
  const at = place % text.length;
  const [head, tail] = [text.slice(0, at), text.slice(at)];
  if (kind === 0) return `${head}x${tail}`;
  if (kind === 1) return head + tail.slice(1);
  if (kind === 2) return `${head}x${tail.slice(1)}`;
  return head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2);
}
const typo = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.nat());

describe('typosBetween', () => {
  it.each([
    ['charizard', 'charizard', 0],
    ['chairzard', 'charizard', 1],
    ['charizrad', 'charizard', 1],
    ['pikahcuu', 'pikachu', 2],
    ['jordan', 'curry', 5],
  ])('returns the number of typos between %s and %s: %i', (word, term, distance) => {
    expect(typosBetween(word, term)).toBe(distance);
  });

  it.each([
    ['chrai', 'charizard', 1],
    ['cxarix', 'charizard', 2],
  ])(
    'returns the number of typos between %s and the beginning of %s: %i',
    (word, term, distance) => {
      expect(typosBetween(word, term, true)).toBe(distance);
    },
  );

  it('returns the exact number up to the given limit', () => {
    fc.assert(
      fc.property(letters(0), letters(0), fc.integer({ min: 0, max: 5 }), (word, term, limit) => {
        const exact = typosBetween(word, term);
        const limited = typosBetween(word, term, false, limit);
        if (exact <= limit) expect(limited).toBe(exact);
        else expect(limited).toBeGreaterThan(limit);
      }),
    );
  });

  it('is symmetric, and returns at most 1 for a word with one typo', () => {
    fc.assert(
      fc.property(letters(2), typo, (term, [kind, place]) => {
        const word = mistype(term, kind, place);
        expect(typosBetween(word, term)).toBe(typosBetween(term, word));
        expect(typosBetween(word, term)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('similarity keys', () => {
  const share = (word: string, term: string) => {
    const keys = new Set(vocabularyKeys(term));
    return similarityKeys(word, maxTypos(word)).some((key) => keys.has(key));
  };

  it('of a word with one typo include at least one key that the vocabulary stores for the correct word', () => {
    fc.assert(
      fc.property(letters(5), typo, (term, [kind, place]) => {
        expect(share(mistype(term, kind, place), term)).toBe(true);
      }),
    );
  });

  it('of a long word with two typos include at least one key that the vocabulary stores for the correct word', () => {
    fc.assert(
      fc.property(letters(9), typo, typo, (term, one, other) => {
        expect(share(mistype(mistype(term, ...one), ...other), term)).toBe(true);
      }),
    );
  });

  it('are empty for short words, numbers and very long words', () => {
    expect(['mew', '1999', 'us175', '4/102', 'a'.repeat(41)].map(maxTypos)).toEqual([
      0, 0, 0, 0, 0,
    ]);
    expect(vocabularyKeys('us175')).toEqual([]);
  });
});

describe('soundOf', () => {
  it.each([
    ['dragonight', 'dragonite'],
    ['karizart', 'charizard'],
    ['knight', 'nite'],
  ])('is the same for %s and %s', (word, other) => {
    expect(soundOf(word)).toBe(soundOf(other));
  });

  it('differs for words with different consonants, and is empty for scripts other than Latin', () => {
    expect(soundOf('mew')).not.toBe(soundOf('mewtwo'));
    expect(soundOf('リザードン')).toBe('');
    expect(soundOf('us175')).toBe('');
    expect(soundKeys('mew')).toEqual([]);
  });

  it('returns a key that is at most as long as the word and is among its vocabulary keys', () => {
    fc.assert(
      fc.property(letters(4), (term) => {
        expect(soundOf(term).length).toBeLessThanOrEqual(term.length);
        expect(vocabularyKeys(term)).toEqual(expect.arrayContaining(soundKeys(term)));
      }),
    );
  });
});
