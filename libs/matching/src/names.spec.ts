import { describe, expect, it } from '@jest/globals';
import { isOneEditApart } from './names.js';

describe('isOneEditApart', () => {
  it.each([
    ['charizard', 'charizrd', true],
    ['charizard', 'chraizard', true],
    ['charizard', 'charizart', true],
    ['charizard', 'charizard', false],
    ['charizard', 'chrizrd', false],
  ])('for %s and %s returns %s', (one, other, apart) => {
    expect(isOneEditApart(one, other)).toBe(apart);
    expect(isOneEditApart(other, one)).toBe(apart);
  });
});
