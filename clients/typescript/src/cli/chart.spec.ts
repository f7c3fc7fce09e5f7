import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chart, type Point } from './chart.js';

const pointsOf = (values: readonly number[]): Point[] =>
  values.map((value, index) => ({ date: `2026-01-${String(index + 1).padStart(2, '0')}`, value }));

describe('chart', () => {
  it('draws rising values as a rising line with dates below it', () => {
    expect(chart(pointsOf([0, 4, 8]), 40, 2)).toBe(
      ['8 ┤  █', '0 ┤ ██', '   2026-01-01 2026-01-03'].join('\n'),
    );
  });

  it('draws constant values as columns of the same height', () => {
    const [, lowest] = chart(pointsOf([5, 5, 5]), 40, 2).split('\n');
    expect(lowest).toBe('4 ┤███');
  });

  it('is never wider than the given width, and shows the last value in the last column', () => {
    const values = fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(values, fc.integer({ min: 40, max: 120 }), (counts, width) => {
        const lines = chart(pointsOf(counts), width, 5).split('\n').slice(0, -1);
        expect(lines).toHaveLength(5);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
        const highest = Math.max(...counts);
        const isFull = lines[0]?.length === Math.max(...lines.map((line) => line.length));
        if (counts.at(-1) === highest) expect(isFull).toBe(true);
      }),
    );
  });
});
