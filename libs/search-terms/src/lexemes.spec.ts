import { describe, expect, it } from '@jest/globals';
import { termsOfEntry } from './entry.js';
import { lexemesOf } from './lexemes.js';
import { readQuery, toTsquery } from './query.js';

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

describe('lexemes of a card', () => {
  it('are the terms of its grader cards, plain and marked with grader, number and name', () => {
    const lexemes = lexemesOf([
      { grader: 'psa', terms: entry('Mew Holo #8', { name: 'Mew', card_number: '8' }) },
      { grader: 'sgc', terms: entry('Mew', { name: 'Mew' }) },
    ]);
    expect([...lexemes].sort()).toEqual(
      ['mew', 'holo', '8', 'Pmew', 'Pholo', 'P8', 'Smew', 'Amew', 'N8'].sort(),
    );
  });
});

describe('a tsquery', () => {
  const words = readQuery('mew us175', false);

  it('has plain terms without a mark', () => {
    expect(toTsquery(words, { withShortPrefixes: true })).toBe(
      "('mew') & ('us175' | 'us' & '175')",
    );
  });

  it('has the mark on every term', () => {
    expect(toTsquery(words, { withShortPrefixes: true, mark: 'sgc' })).toBe(
      "('Smew') & ('Sus175' | 'Sus' & 'S175')",
    );
  });
});
