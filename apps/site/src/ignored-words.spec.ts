import { expect, it } from '@jest/globals';
import { missingWords } from './ignored-words.js';

it.each([
  ['unlimited psa 10', ''],
  ['Unlimited PSA-10 gem mint', ''],
  ['bgs9.5', ''],
  ['psa 8.5 nm-mt', ''],
  ['rookie psa 10', 'rookie'],
  ['10 psa', '10'],
  ['psa 11', '11'],
  ['ドラゴン ---', 'ドラゴン'],
])('of the ignored words “%s”, “%s” say which card is meant', (ignored, expected) => {
  const missing = missingWords(ignored.split(' '), 'Charizard, Unlimited, 1999 Base Set #4');
  expect(missing.join(' ')).toBe(expected);
});
