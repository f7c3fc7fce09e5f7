import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { historyDates, narrowDates } from './history.js';
import { parseChanges } from './history.query.js';

describe('narrowDates', () => {
  const all = historyDates('2026-04-01', 'week');
  const day = fc
    .integer({
      min: 0,
      max: (Date.parse('2026-04-01') - Date.parse(all.window.start)) / 86_400_000,
    })
    .map((days) => new Date(Date.parse(all.window.start) + days * 86_400_000))
    .map((date) => date.toISOString().slice(0, 10));

  it('keeps the dates between two days, and adjusts the window to them', () => {
    fc.assert(
      fc.property(day, day, (one, other) => {
        const [from = '', to = ''] = [one, other].sort();
        const { window, dates } = narrowDates(all, { from, to });
        const expected = all.dates.filter((date) => date >= from && date <= to);
        expect(dates).toEqual(expected);
        expect(window).toEqual({
          ...all.window,
          start: expected[0] ?? from,
          end: expected.at(-1) ?? to,
          points: expected.length,
        });
      }),
    );
  });

  it('returns the whole history if no days are given', () => {
    expect(narrowDates(all, { from: null, to: null })).toBe(all);
  });
});

describe('historyDates', () => {
  it.each([
    ['2028-02-29', 'two_week', '2025-03-04', 79],
    ['2027-02-28', 'week', '2024-03-03', 157],
    ['2024-12-31', 'two_week', '2022-01-04', 79],
    ['2026-03-01', 'two_week', '2023-03-05', 79],
  ] as const)(
    'for the end date %s and the interval %s, starts on %s [S105 S262]',
    (asOf, interval, start, points) => {
      expect(historyDates(asOf, interval).window).toMatchObject({ start, points });
    },
  );
});

describe('parseChanges', () => {
  it('parses changes separated by semicolons, and returns an empty list for null', () => {
    expect(parseChanges('2026-01-31 {1,0,23} {};2026-02-01 {4,5,6} {7}')).toEqual([
      { recorded_on: '2026-01-31', grades: [1, 0, 23], qualifiers: [] },
      { recorded_on: '2026-02-01', grades: [4, 5, 6], qualifiers: [7] },
    ]);
    expect(parseChanges(null)).toEqual([]);
  });

  it('parses the counts of grades and qualifiers separately', () => {
    const counts = fc.array(fc.nat(), { maxLength: 30 });
    fc.assert(
      fc.property(counts, counts, (grades, qualifiers) => {
        const text = `2026-01-31 {${grades.join(',')}} {${qualifiers.join(',')}}`;
        expect(parseChanges(text)).toEqual([{ recorded_on: '2026-01-31', grades, qualifiers }]);
      }),
    );
  });
});
