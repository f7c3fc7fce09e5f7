import { normalizeText, setIdOf } from '@gcd/population/set-id';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { meaningsOf, numberKey } from './sets.js';

const SET = { category: 'Pokemon', year: '1999', set_name: 'Pokemon Game' };

describe('setIdOf', () => {
  it("returns a prefix of the SHA-256 hash of the set's normalized names", () => {
    // The id was computed with `printf 'pokemon\n1999\npokemon game' | sha256sum | cut -c1-40`.
    expect(setIdOf(SET)).toBe('375017c0baf54ba373cfaf35182151c1cc73f3a3');
  });

  it.each([
    ['letter case', { ...SET, set_name: 'POKEMON GAME' }],
    ['accents', { ...SET, category: 'Pokémon' }],
    ['character width', { ...SET, year: '１９９９' }],
  ])('ignores %s', (_, other) => {
    expect(setIdOf(other)).toBe(setIdOf(SET));
  });

  it('returns different ids if the category, the year or the set name differs', () => {
    const ids = [
      SET,
      { ...SET, category: 'Baseball' },
      { ...SET, year: '2000' },
      { ...SET, set_name: 'Pokemon' },
      { category: '', year: '', set_name: '' },
      { category: 'a\n1999', year: '', set_name: '' },
      { category: 'a', year: '1999', set_name: '' },
    ].map(setIdOf);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('accepts any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(setIdOf({ category: text, year: text, set_name: text })).toMatch(/^[0-9a-f]{40}$/);
        expect(normalizeText(normalizeText(text))).toBe(normalizeText(text));
      }),
    );
  });
});

describe('meaningsOf', () => {
  it.each([
    ['base set', 'Base Set', true],
    ['pokemon mew en151', 'Pokemon Mew EN-151', true],
    ['sword and shield', 'Sword & Shield', true],
    ['base', 'Base Set', false],
    ['base set', 'Base Set 2', false],
  ])('determines whether the query %j contains the set name %j: %s', (query, name, expected) => {
    const terms = new Set(meaningsOf(query));
    expect(meaningsOf(name).every((term) => terms.has(term))).toBe(expected);
  });
});

describe('numberKey', () => {
  it('sorts card numbers in natural order', () => {
    const numbers = '1 2 #4 4/102 10 010a 10b 100 A1 SWSH2 SWSH10 '.split(' ');
    const shuffled = [...numbers].reverse();
    shuffled.sort((a, b) => (numberKey(a) < numberKey(b) ? -1 : 1));
    expect(shuffled).toEqual(numbers);
  });

  it('orders card numbers with the same prefix by their numeric value', () => {
    const affix = fc.stringMatching(/^[a-z]{0,5}$/);
    fc.assert(
      fc.property(fc.nat(999_999_999), fc.nat(999_999_999), affix, (a, b, prefix) => {
        fc.pre(a < b);
        expect(numberKey(`${prefix}${a}`) < numberKey(`${prefix}${b}`)).toBe(true);
      }),
    );
  });
});
