import { Random } from './random.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CertNumbers } from './cert-numbers.js';
import { DRAWN_ON, dayOf, Growth } from './population.js';

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
