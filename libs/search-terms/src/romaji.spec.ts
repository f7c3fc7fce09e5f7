import { describe, expect, it } from '@jest/globals';
import { romanize } from './romaji.js';
import { translationsOf } from './synonyms.js';

describe('romanize', () => {
  it.each([
    ['フシギバナ', 'fushigibana'],
    ['ピカチュウ', 'pikachuu'],
    ['リザードン', 'rizadon'],
    ['ゲッコウガ', 'gekkouga'],
    ['ジュゴン', 'jugon'],
    ['ギャラドス', 'gyaradosu'],
    ['ファイヤー', 'faiya'],
    ['Charizard', ''],
    ['', ''],
  ])('romanizes %s as %j', (katakana, expected) => {
    expect(romanize(katakana)).toBe(expected);
  });
});

it('a Pokemon is found by its Japanese name in Latin letters', () => {
  expect(translationsOf('fushigibana')).toContainEqual(['venusaur']);
});
