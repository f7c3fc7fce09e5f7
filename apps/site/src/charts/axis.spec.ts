import { describe, expect, it } from '@jest/globals';
import { integer, property, assert as check } from 'fast-check';
import { countLimit, countTicks, timeTicks } from './axis.js';

describe('countTicks', () => {
  it('returns distinct whole numbers that fit on the axis', () => {
    check(
      property(integer({ min: 0, max: 10_000_000 }), (max) => {
        const ticks = countTicks(max);
        expect(ticks.every((tick) => Number.isInteger(tick) && tick <= countLimit(max))).toBe(true);
        expect(new Set(ticks).size).toBe(ticks.length);
        expect(ticks.length).toBeGreaterThan(1);
        expect(ticks.length).toBeLessThan(8);
        expect(countLimit(max)).toBeGreaterThanOrEqual(max);
      }),
    );
  });
});

describe('timeTicks', () => {
  const labels = (from: string, to: string): string[] =>
    timeTicks(Date.parse(from), Date.parse(to)).map(({ label }) => label);

  it('returns one tick per year for a long range, per month for a short one, and none within a month', () => {
    expect(labels('2023-04-12', '2026-04-01')).toEqual(['2024', '2025', '2026']);
    expect(labels('2025-03-01', '2026-04-01')).toEqual(['Apr', 'Jun', 'Aug', 'Oct', 'Dec', 'Feb']);
    expect(labels('2026-04-02', '2026-04-20')).toEqual([]);
  });
});
