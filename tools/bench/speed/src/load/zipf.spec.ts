import { Random } from '@gcd/synth';
import { describe, expect, it } from '@jest/globals';
import { Zipf } from './zipf.js';

const DRAWS = 40_000;

function sharesOf(ranks: number, exponent: number): number[] {
  const zipf = new Zipf(ranks, exponent, new Random(`${ranks} ${exponent}`));
  const counts = Array.from({ length: ranks }, () => 0);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const rank = zipf.next();
    counts[rank - 1] = (counts[rank - 1] ?? Number.NaN) + 1;
  }
  return counts.map((count) => count / DRAWS);
}

describe('Zipf', () => {
  it.each([
    [1, 0.99],
    [2, 0.99],
    [20, 0.99],
    [50, 0.5],
    [50, 1.5],
  ])(
    'draws each of %i ranks with the frequency that the exponent %f implies',
    (ranks, exponent) => {
      const weights = Array.from({ length: ranks }, (_, index) => (index + 1) ** -exponent);
      const sum = weights.reduce((total, weight) => total + weight, 0);
      sharesOf(ranks, exponent).forEach((share, index) => {
        const expected = (weights[index] ?? 0) / sum;
        const deviation = Math.sqrt((expected * (1 - expected)) / DRAWS);
        expect(Math.abs(share - expected)).toBeLessThanOrEqual(5 * deviation);
      });
    },
  );

  it('draws the first of half a million ranks with the expected frequency', () => {
    const zipf = new Zipf(500_000, 0.99, new Random('large'));
    let sum = 0;
    for (let rank = 1; rank <= 500_000; rank += 1) sum += rank ** -0.99;
    let first = 0;
    for (let draw = 0; draw < DRAWS; draw += 1) if (zipf.next() === 1) first += 1;
    const deviation = Math.sqrt(1 / sum / DRAWS);
    expect(Math.abs(first / DRAWS - 1 / sum)).toBeLessThan(5 * deviation);
  });
});
