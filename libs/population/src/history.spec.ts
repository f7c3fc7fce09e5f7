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

describe('parseChanges', () => {
  it('parses changes separated by semicolons, and returns an empty list for null', () => {
    const counts = fc.array(fc.nat(), { maxLength: 30 });
    fc.assert(
      fc.property(counts, counts, (grades, qualifiers) => {
        const text = `2026-01-31 {${grades.join(',')}} {${qualifiers.join(',')}}`;
        const change = { recorded_on: '2026-01-31', grades, qualifiers };
        const changes = [change, { ...change, recorded_on: '2026-02-01' }];
        expect(parseChanges(`${text};${text.replace('01-31', '02-01')}`)).toEqual(changes);
      }),
    );
    expect(parseChanges(null)).toEqual([]);
  });
});
