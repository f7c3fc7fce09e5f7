import { describe, expect, it } from '@jest/globals';
import { rateOf } from './rate.js';

describe('rateOf', () => {
  it.each([
    [0, 0, 0],
    [1, 3, 0.3333],
    [2, 3, 0.6667],
    [1, 1, 1],
    [1, 100_000, 0],
  ])('for %i of %i copies, returns the rate %d [S82]', (part, whole, rate) => {
    expect(rateOf(part, whole)).toBe(rate);
  });
});
