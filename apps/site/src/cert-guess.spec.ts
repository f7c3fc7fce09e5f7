import { expect, it } from '@jest/globals';
import { certGuesses } from './cert-guess.js';

const SHORT = ['psa', 'sgc', 'beckett', 'cgc'];
const LONG = ['cgc', 'beckett', 'sgc', 'psa'];

it.each([
  ['64062046', SHORT],
  ['0001000001', LONG],
  ['3000001-001', LONG],
  ['PSA 64062046', ['psa']],
  ['bgs: 0001000001', ['beckett']],
  ['PSA Cert No. 6406-2046', ['psa']],
  ['Cert number 108149771', SHORT],
  ['https://www.psacard.com/cert/64062046', ['psa']],
  ['https://www.cgccards.com/certlookup/4104000001/', ['cgc']],
])('certGuesses: %s may be a cert number from %j', (text, graders) => {
  expect(certGuesses(text).map(({ grader }) => grader)).toEqual(graders);
});

it.each([
  '1999',
  '4/102',
  'charizard',
  '1999 charizard 64062046',
  '12345678901234',
  'https://www.ebay.com/itm/1234567890',
])('certGuesses: %s is not a cert number', (text) => {
  expect(certGuesses(text)).toEqual([]);
});
