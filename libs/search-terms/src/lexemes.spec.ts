import { describe, expect, it } from '@jest/globals';
import { termsOfEntry } from './entry.js';
import { filterTsquery, lexemesOf } from './lexemes.js';
import { readQuery } from './query.js';
import { toTsquery } from './tsquery.js';

const entry = (description: string, parts: { name?: string; card_number?: string }) =>
  termsOfEntry({
    description,
    year: '',
    set_name: '',
    name: '',
    card_number: '',
    parallel: null,
    subset: null,
    ...parts,
  });

describe('lexemesOf', () => {
  it('returns each term of a grader card with and without a mark for the grader, and marks numbers and names as such', () => {
    const lexemes = lexemesOf([
      {
        grader: 'psa',
        terms: entry('Mew Holo #8', { name: 'Mew', card_number: '8' }),
        category: 'Pokémon TCG',
        year: '1999-00',
        isPromoted: true,
      },
      {
        grader: 'sgc',
        terms: entry('Mew', { name: 'Mew' }),
        category: 'Games',
        year: '2000',
        isPromoted: false,
      },
    ]);
    expect([...lexemes].sort()).toEqual(
      [
        ...['mew', 'holo', '8', 'Pmew', 'Pholo', 'P8', 'Smew', 'Amew', 'N8'],
        ...['P', 'S', 'Kpokemon-tcg', 'Y1999'],
      ].sort(),
    );
  });
});

it('filterTsquery returns lexemes that no card text can produce', () => {
  const none = { category: null, year: null, grader: null };
  expect(filterTsquery(none)).toBe('');
  expect(filterTsquery({})).toBe('');
  expect(filterTsquery({ category: 'POKÉMON tcg', year: '1999', grader: 'sgc' })).toBe(
    " & 'Kpokemon-tcg' & 'Y1999' & 'S'",
  );
  expect(filterTsquery({ ...none, category: "'\\:*" })).toBe(" & 'K-'");
});

describe('toTsquery', () => {
  const words = readQuery('mew us175', false);

  it('adds no marker if none is given', () => {
    expect(toTsquery(words, { withShortPrefixes: true })).toBe(
      "('mew') & ('us175' | 'us' & '175')",
    );
  });

  it('adds the marker to every term', () => {
    expect(toTsquery(words, { withShortPrefixes: true, mark: 'sgc' })).toBe(
      "('Smew') & ('Sus175' | 'Sus' & 'S175')",
    );
  });
});
