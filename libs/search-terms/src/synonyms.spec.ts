import { describe, expect, it } from '@jest/globals';
import { readTerms, termsOfEntry, writeTerms } from './entry.js';
import { hasWords } from './match.js';
import { readQuery } from './query.js';
import { synonymsOf, translationsOf } from './synonyms.js';

const NOTHING = {
  description: '',
  year: '',
  set_name: '',
  name: '',
  card_number: '',
  parallel: null,
  subset: null,
};
const finds = (query: string, description: string, isTyped = true): boolean =>
  hasWords(
    readQuery(query, isTyped),
    readTerms(writeTerms(termsOfEntry({ ...NOTHING, description }))),
  );

describe('synonyms', () => {
  it.each([
    ['zard obf', 'Charizard 2023 Obsidian Flames'],
    ['OBF Zard', 'Charizard 2023 Obsidian Flames'],
    ['charizard sv03', 'Charizard Scarlet & Violet Obsidian Flames'],
    ['iono sir', 'Iono Special Illustration Rare'],
    ['umbreon alt-art', 'Umbreon VMAX Alternate Art Secret'],
    ['1986 fleer mj', '1986 Fleer Michael Jordan'],
    ['king james 2003', '2003 Topps LeBron James'],
    ['mahomes rpa', 'Patrick Mahomes Rookie Patch Autographs'],
    ['bcp trout', 'Mike Trout Bowman Chrome Prospects'],
    ['steph curry', 'Stephen Curry'],
    ['steph curry', 'Steph Curry'],
    ['d. rose', 'Derrick Rose'],
    ['Código Cero', 'Type: Null'],
  ])('allow the query %s to find %s', (query, description) => {
    expect(finds(query, description)).toBe(true);
  });

  it('do not apply to structured search', () => {
    expect(finds('1986 fleer mj', '1986 Fleer Michael Jordan', false)).toBe(false);
  });

  it('are added to the words of the query', () => {
    expect(finds('mj', 'MJ Melendez')).toBe(true);
    expect(finds('king james', 'King James Bible')).toBe(true);
  });

  it('return search terms for a phrase, and an empty list for an unknown phrase', () => {
    expect(synonymsOf('zard')).toEqual([['charizard']]);
    expect(synonymsOf('sv3 5')).toEqual([['151']]);
    expect(synonymsOf('no synonym')).toEqual([]);
  });
});

it("synonyms include a Pokemon's names in other languages", () => {
  expect(translationsOf('glurak')).toContainEqual(['charizard']);
  expect(translationsOf('リザードン')).toContainEqual(['charizard']);
  expect(translationsOf('charizard')).toContainEqual(['リザ', 'ザー', 'ード', 'ドン']);
  expect(translationsOf('colmilargo')).toContainEqual(['great', 'tusk']);
  expect(translationsOf('ferropuas')).toContainEqual(['iron', 'thorn']);
  expect(translationsOf('jordan')).toEqual([]);
});
