import { Random } from './random.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CertNumbers } from './cert-numbers.js';
import { DRAWN_ON, dayOf, Growth } from './population.js';
import { planSets } from './sets.js';

function setsOf(category: string, count: number) {
  const sets = [];
  for (const set of planSets('1', 100_000_000)) {
    if (set.category === category && sets.push(set) === count) break;
  }
  return sets;
}

const quantile = (values: number[], share: number) =>
  values.sort((a, b) => a - b)[Math.floor(share * values.length)];

describe('generated sets', () => {
  it.each([
    ['Pokemon', 106, 226],
    ['Baseball', 265, 1162],
  ])(
    'have sizes close to those measured for %s: median %d, 90th percentile %d',
    (category, median, p90) => {
      const sizes = setsOf(category, 2000).map(({ size }) => size);
      expect(Math.abs((quantile(sizes, 0.5) ?? 0) / median - 1)).toBeLessThan(0.03);
      expect(Math.abs((quantile(sizes, 0.9) ?? 0) / p90 - 1)).toBeLessThan(0.03);
    },
  );

  it('hold about 72 % of all copies in the largest 1 % of 26,000 baseball sets', () => {
    const copies = setsOf('Baseball', 26_000).map(
      ({ size, popularity }) => size * Math.exp(2.5 * popularity),
    );
    const all = copies.reduce((sum, each) => sum + each, 0);
    const first = copies.sort((a, b) => b - a).slice(0, 260);
    expect(first.reduce((sum, each) => sum + each, 0) / all).toBeCloseTo(0.72, 1);
  });

  it('differ from each other in category, year or title', () => {
    const sets = setsOf('Hockey', 3000).map(({ year, title }) => `${year} ${title}`);
    expect(new Set(sets).size).toBe(sets.length);
    const pokemon = setsOf('Pokemon', 3000).map(({ title }) => title);
    expect(new Set(pokemon).size).toBe(pokemon.length);
  });
});

it('CertNumbers never returns the same cert number twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), fc.string(), (most, seed) => {
      const numbers = new CertNumbers(seed, most);
      const given = Array.from({ length: most }, () => numbers.next('psa'));
      expect(new Set(given).size).toBe(most);
    }),
    { numRuns: 50 },
  );
});

describe('the generated population history of a card', () => {
  const growth = (counts: number[], seed: string) => new Growth(counts, new Random(seed));
  const last = dayOf(DRAWN_ON);

  it('has the same counts for a day, regardless of which other days are requested', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2000 }), { maxLength: 6 }),
        fc.string(),
        (counts, seed) => {
          const stateOn = (rows: { date: string; counts: number[] }[], day: number) =>
            rows.findLast(({ date }) => dayOf(date) <= day)?.counts ?? counts.map(() => 0);
          const whole = [...growth(counts, seed).rows(last - 40, last)];
          const end = [...growth(counts, seed).rows(last - 10, last)];
          for (let day = last - 9; day <= last; day += 1) {
            expect(stateOn(end, day)).toEqual(stateOn(whole, day));
          }
        },
      ),
    );
  });

  it('has rows in date order, without repeating unchanged counts', () => {
    const rows = [...growth([900, 3000, 50], 'x').rows(last - 60, last)];
    expect(rows.length).toBeGreaterThan(10);
    rows.slice(1).forEach((row, at) => {
      expect(row.counts).not.toEqual(rows[at]?.counts);
      expect(row.date > (rows[at]?.date ?? '')).toBe(true);
    });
  });
});
