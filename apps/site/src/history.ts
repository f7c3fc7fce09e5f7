import type { CardHistory, Grader } from '@gcd/client';
import { day } from './format.js';

type History = CardHistory['population'];

/** The numbers of copies on one day. */
export interface HistoryDay {
  readonly date: string;
  /** The date, formatted for display. */
  readonly label: string;
  /** Start of the day in UTC, in milliseconds since 1970. */
  readonly time: number;
  readonly total: number;
  readonly gemTotal: number;
  /** The number of all copies, if `total` and `byGrader` count only gem copies. */
  readonly copies?: number;
  readonly byGrader: Readonly<Partial<Record<Grader, GraderDay>>>;
}

/** The numbers of copies of one grader on one day. */
export interface GraderDay {
  readonly total: number;
  readonly gemTotal: number;
}

/** The numbers of copies added in four weeks. Counts are two weeks apart, so they do not tell what was added in a month. */
export interface HistoryPeriod {
  /** The last day, for display: `Four weeks to Oct 31, 2026`. */
  readonly label: string;
  /** The last day. */
  readonly date: string;
  /** Start and end in UTC, in milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  /** Number of copies added; negative if graders corrected their counts downward. */
  readonly added: number;
  readonly byGrader: Readonly<Partial<Record<Grader, number>>>;
}

/** Lists the days of a history, starting with the first record, oldest day first. @param graders graders to include */
export function historyDays(
  { population_data }: History,
  graders: readonly Grader[],
): readonly HistoryDay[] {
  const series = graders.flatMap((grader) => {
    const own = population_data.by_grader[grader];
    return own ? [{ grader, first: own.first_recorded, history: own.history }] : [];
  });
  const dates = series[0]?.history.map(({ date }) => date) ?? [];
  return dates.flatMap((date, index) => {
    let [total, gemTotal] = [0, 0];
    const byGrader: Partial<Record<Grader, GraderDay>> = {};
    for (const { grader, first, history } of series) {
      const point = history[index];
      if (point === undefined || first === null || date < first) continue;
      total += point.total;
      gemTotal += point.gem_total;
      byGrader[grader] = { total: point.total, gemTotal: point.gem_total };
    }
    if (Object.keys(byGrader).length === 0) return [];
    return { date, label: day(date), time: Date.parse(date), total, gemTotal, byGrader };
  });
}

/** Returns the days with the numbers of gem copies in place of those of all copies. */
export function gemDays(days: readonly HistoryDay[]): readonly HistoryDay[] {
  return days.map((each) => ({
    ...each,
    copies: each.total,
    total: each.gemTotal,
    byGrader: Object.fromEntries(
      Object.entries(each.byGrader).map(([grader, { gemTotal }]) => [
        grader,
        { total: gemTotal, gemTotal },
      ]),
    ),
  }));
}

/** Returns the days within some time before the last day; at least the last two. @param length time in days */
export function lastDays(days: readonly HistoryDay[], length: number): readonly HistoryDay[] {
  const start = (days.at(-1)?.time ?? 0) - length * 86_400_000;
  const inRange = days.filter(({ time }) => time >= start);
  return inRange.length < 2 ? days.slice(-2) : inRange;
}

/**
 * Returns the days that a stacked chart shows. The total appears to jump where another grader's records begin. To avoid
 * a jump, the chart starts on the first day with records from all graders. If that day is after the first quarter of
 * the history, the chart shows all days.
 */
export function stackedDays(
  days: readonly HistoryDay[],
  graders: readonly Grader[],
): readonly HistoryDay[] {
  const start = days.findIndex(({ byGrader }) => graders.every((grader) => byGrader[grader]));
  return start > 0 && start <= days.length / 4 ? days.slice(start) : days;
}

/**
 * Computes how many copies were added every four weeks, oldest first. A grader's first count is not an increase. Two
 * weeks at the beginning that are no whole period are left out, unless they are all.
 */
export function historyPeriods(days: readonly HistoryDay[]): readonly HistoryPeriod[] {
  const periods: HistoryPeriod[] = [];
  for (let at = days.length - 1; at >= 2 || (at === 1 && days.length === 2); at -= 2) {
    const steps = days.slice(Math.max(0, at - 2), at + 1);
    const [first, last] = [steps[0] as HistoryDay, steps.at(-1) as HistoryDay];
    const byGrader: Partial<Record<Grader, number>> = {};
    for (const [index, step] of steps.entries()) {
      for (const [grader, { total }] of Object.entries(step.byGrader) as [Grader, GraderDay][]) {
        const before = steps[index - 1]?.byGrader[grader];
        if (before) byGrader[grader] = (byGrader[grader] ?? 0) + total - before.total;
      }
    }
    periods.unshift({
      label: `${steps.length === 3 ? 'Four' : 'Two'} weeks to ${last.label}`,
      date: last.date,
      start: first.time,
      end: last.time,
      byGrader,
      added: Object.values(byGrader).reduce((sum, each) => sum + each, 0),
    });
  }
  return periods;
}
