import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { historyGrid, narrowGrid } from './history.js';

describe('narrowGrid', () => {
  const grid = historyGrid('2026-04-01', 'week');
  const day = fc
    .integer({
      min: 0,
      max: (Date.parse('2026-04-01') - Date.parse(grid.window.start)) / 86_400_000,
    })
    .map((days) => new Date(Date.parse(grid.window.start) + days * 86_400_000))
    .map((date) => date.toISOString().slice(0, 10));

  it('keeps the dates between two days, and reports them as the window', () => {
    fc.assert(
      fc.property(day, day, (one, other) => {
        const [from = '', to = ''] = [one, other].sort();
        const { window, dates } = narrowGrid(grid, { from, to });
        const expected = grid.dates.filter((date) => date >= from && date <= to);
        expect(dates).toEqual(expected);
        expect(window).toEqual({
          ...grid.window,
          start: expected[0] ?? from,
          end: expected.at(-1) ?? to,
          points: expected.length,
        });
      }),
    );
  });

  it('returns the whole grid if no days are given', () => {
    expect(narrowGrid(grid, { from: null, to: null })).toBe(grid);
  });
});
