import { expect, it } from '@jest/globals';
import { certGuesses } from './cert-guess.js';

it.each([
  ['64062046', ['psa', 'sgc']],
  ['#64062046', ['psa', 'sgc']],
  ['123456789', ['psa']],
  ['0001000001', ['cgc', 'beckett', 'sgc']],
  ['3000001-001', ['sgc']],
  ['PSA 64062046', ['psa']],
  ['bgs: 0001000001', ['bgs']],
])('certGuesses: %s may be a cert number from %j', (text, graders) => {
  expect(certGuesses(text).map(({ grader }) => grader)).toEqual(graders);
});

it.each(['1999', '4/102', 'charizard', '1999 charizard 64062046', 'psa 10', '12345678901234', ''])(
  'certGuesses: %s is not a cert number',
  (text) => {
    expect(certGuesses(text)).toEqual([]);
  },
);
