import { describe, expect, it } from '@jest/globals';
import { readTerms, termsOfEntry, writeTerms } from './entry.js';
import { hasWords } from './match.js';
import { readQuery } from './query.js';
import { meaningsFrom, synonymsOf, translationsOf } from './synonyms.js';

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
    ['charizard sv03', 'Charizard Scarlet & Violet Obsidian Flames'],
    ['iono sir', 'Iono Special Illustration Rare'],
    ['1986 fleer mj', '1986 Fleer Michael Jordan'],
    ['mahomes rpa', 'Patrick Mahomes Rookie Patch Autographs'],
    ['steph curry', 'Stephen Curry'],
    ['d. rose', 'Derrick Rose'],
    ['glurak 1. Auflage', 'Glurak 1st Edition'],
    ['mega mewtwo ex', 'M Mewtwo EX'],
    ['kingjames 2003 topps', '2003 Topps LeBron James'],
    ['van gogh pik', '2023 Promo Pikachu with Grey Felt Hat'],
    ['arod1994 sp', '1994 SP Alex Rodriguez'],
    ['mewtwo sv2a', '2023 Pokemon Japanese ポケモンカード151 Mewtwo'],
    ['umbreon darkness and to light', '2001 Pokemon Japanese 闇、そして光へ Umbreon'],
    ['charizard 4th print', '1999 Pokemon Game 1999-2000 Charizard'],
    ["N's zorua", '2025 Pokemon Japanese N Zorua'],
    ['pikachu japan', '1997 Pokemon Japanese Pikachu'],
    ['birthday pikachu', "2021 Celebrations _____'s Pikachu"],
  ])('allow the query %s to find %s', (query, description) => {
    expect(finds(query, description)).toBe(true);
  });

  it('require all years of a season in their meaning', () => {
    expect(finds('charizard 4th print', '1999 Pokemon Game Charizard')).toBe(false);
  });

  it('do not include a number marked as a card number', () => {
    expect(readQuery('sapphire edition #1', true).map(({ text }) => text)).toContain('#1');
  });

  it('do not apply to structured search', () => {
    expect(finds('1986 fleer mj', '1986 Fleer Michael Jordan', false)).toBe(false);
  });

  it('are added to the words of the query', () => {
    expect(finds('mj', 'MJ Melendez')).toBe(true);
  });

  it('return search terms for a phrase, and an empty list for an unknown phrase', () => {
    expect(synonymsOf('zard')).toEqual([['charizard']]);
    expect(synonymsOf('sv3 5')).toEqual([['151']]);
    expect(synonymsOf('no synonym')).toEqual([]);
  });
});

it("synonyms include a Pokemon's names in other languages, and those of trainer cards", () => {
  expect(translationsOf('glurak')).toContainEqual(['charizard']);
  expect(translationsOf('charizard')).toContainEqual(['リザ', 'ザー', 'ード', 'ドン']);
  expect(translationsOf('colmilargo')).toContainEqual(['great', 'tusk']);
  expect(translationsOf('rare candy')).toContainEqual(['フシ', 'シギ', 'ギナ', 'ナア', 'アメ']);
  expect(translationsOf('kapu tetefu')).toContainEqual(['tapu', 'lele']);
  expect(translationsOf('jordan')).toEqual([]);
});

it('meaningsFrom returns the meanings of nicknames and names that begin with a word', () => {
  expect(meaningsFrom('moonbr')).toContainEqual(['umbreon', 'vmax', '215']);
  expect(meaningsFrom('drac')).toContainEqual(['charizard']);
  expect(meaningsFrom('dra')).toEqual([]);
  expect(meaningsFrom('zzzz')).toEqual([]);
});
