import { expect, it } from '@jest/globals';
import { unprovenStatements } from '../statements-reporter.mjs';

const STATEMENTS = `
S1: It works.
S2: It is good.
    not tested: an opinion
S12: It works again.
`;

it.each<[string, string[], string[]]>([
  [
    'no title has their numbers',
    ['works S1', 'S12 works'],
    ['S1: It works.', 'S12: It works again.'],
  ],
  ['only the number of another statement is there', ['works [S12]'], ['S1: It works.']],
])('reports statements if %s', (_when, titles, unproven) => {
  expect(unprovenStatements(STATEMENTS, titles)).toEqual(unproven);
});

it('accepts several numbers in one title, and reasons', () => {
  expect(unprovenStatements(STATEMENTS, ['works [S1 S12]'])).toEqual([]);
});
