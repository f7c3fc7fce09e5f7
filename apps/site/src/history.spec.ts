import type { CardHistory } from '@gcd/client';
import { expect, it } from '@jest/globals';
import { type HistoryDay, historyDays, historyPeriods, stackedDays } from './history.js';

const DATES = ['2026-01-07', '2026-01-21', '2026-02-04', '2026-02-18', '2026-03-04'];

const series = (first_recorded: string | null, totals: readonly number[]) => ({
  first_recorded,
  history: DATES.map((date, index) => ({ date, total: totals[index], gem_total: 1, gem_rate: 0 })),
});

const HISTORY = {
  graders_included: ['psa', 'sgc', 'cgc'],
  population_data: {
    by_grader: {
      psa: series('2026-01-15', [0, 10, 12, 17, 16]),
      cgc: series('2026-02-10', [0, 0, 0, 500, 501]),
      sgc: series(null, [0, 0, 0, 0, 0]),
    },
  },
} as unknown as CardHistory['population'];

const days = historyDays(HISTORY, ['psa', 'sgc', 'cgc']);

it("historyDays starts the total at the first record of any grader, and each grader's series at its own first record", () => {
  expect(days.map(({ date, total }) => [date, total])).toEqual([
    ['2026-01-21', 10],
    ['2026-02-04', 12],
    ['2026-02-18', 517],
    ['2026-03-04', 517],
  ]);
  expect(days[1]?.byGrader).toEqual({ psa: { total: 12, gemTotal: 1 } });
  expect(historyDays(HISTORY, ['sgc'])).toEqual([]);
});

it("historyPeriods returns the copies added every four weeks, excluding each grader's first count", () => {
  expect(historyPeriods(days)).toEqual([
    {
      label: 'Four weeks to Mar 4, 2026',
      date: '2026-03-04',
      start: Date.parse('2026-02-04'),
      end: Date.parse('2026-03-04'),
      added: 5,
      byGrader: { psa: 4, cgc: 1 },
    },
  ]);
  expect(historyPeriods(days.slice(0, 2))).toMatchObject([
    { label: 'Two weeks to Feb 4, 2026', added: 2 },
  ]);
  expect(historyPeriods(days.slice(0, 1))).toEqual([]);
});

it('stackedDays starts on the first day with counts from all graders, unless that omits too much of the history', () => {
  // CGC's records begin in the middle of the history. Starting the chart there would omit too many days.
  expect(stackedDays(days, ['psa', 'cgc'])).toBe(days);
  const [first, ...others] = historyDays(
    {
      population_data: {
        by_grader: {
          psa: series('2026-01-01', [1, 10, 12, 17, 16]),
          cgc: series('2026-01-20', [0, 5, 5, 5, 5]),
        },
      },
    } as unknown as CardHistory['population'],
    ['psa', 'cgc'],
  );
  expect(stackedDays([first as HistoryDay, ...others], ['psa', 'cgc'])).toEqual(others);
  expect(stackedDays(others, ['psa', 'cgc'])).toBe(others);
});
