import { DAY_MS, dayOf } from '@gcd/contracts/day';
import { invalidParameter } from '@gcd/contracts/errors';
import type { GradeScale } from '@gcd/contracts/grades';
import type { HistoryPoint, HistoryWindow } from '@gcd/contracts/history';
import { type Counts, labeled, totalsOf } from './counts.js';
import { type Change, LOOKBACK_YEARS } from './history.query.js';

const INTERVAL_DAYS = { two_week: 14, week: 7 } as const;

/** The dates of a history, oldest first, and their API representation. */
export interface HistoryDates {
  readonly window: HistoryWindow;
  readonly dates: readonly string[];
}

/**
 * Returns the dates of the three years that end on `asOf`.
 * @param asOf last date, formatted as `YYYY-MM-DD`
 */
export function historyDates(asOf: string, interval: keyof typeof INTERVAL_DAYS): HistoryDates {
  const end = Date.parse(asOf);
  const oldest = yearsBefore(asOf, LOOKBACK_YEARS);
  const intervalMs = INTERVAL_DAYS[interval] * DAY_MS;
  const intervals = Math.floor((end - oldest) / intervalMs);
  const dates = Array.from({ length: intervals + 1 }, (_, index) =>
    dayOf(end - (intervals - index) * intervalMs),
  );
  const window: HistoryWindow = {
    mode: 'trailing',
    interval,
    lookback: 'three_year',
    as_of: asOf,
    start: dates[0] ?? asOf,
    end: asOf,
    points: dates.length,
  };
  return { window, dates };
}

/** The first and the last day of a history. Null means the start or the end of the time window. */
export interface HistoryRange {
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Returns the dates of a history from one day to another, inclusive. There are none after the last date of the window.
 * @throws ApiError if a day is before the time window, or if `to` is before `from`
 */
export function narrowDates(all: HistoryDates, { from, to }: HistoryRange): HistoryDates {
  if (from === null && to === null) return all;
  const { window } = all;
  const first = from ?? window.start;
  checkDay('from', first, window.start);
  checkDay('to', to ?? first, first);
  const last = to === null || to > window.end ? window.end : to;
  const dates = all.dates.filter((date) => date >= first && date <= last);
  const start = dates[0] ?? first;
  const end = dates.at(-1) ?? (first > window.end ? first : last);
  return { window: { ...window, start, end, points: dates.length }, dates };
}

function checkDay(name: string, day: string, oldest: string): void {
  if (day >= oldest) return;
  throw invalidParameter(name, 'out_of_range', `must be ${oldest} or later.`);
}

/** Returns the same day in an earlier year, in milliseconds since 1970. February 29 becomes February 28. */
function yearsBefore(day: string, years: number): number {
  const date = new Date(day);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() - years);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime();
}

/**
 * Computes the counts for each date of a history: the latest counts recorded on or before the date, or zeros if there
 * are none. Points with the same counts share their objects.
 * @param changes oldest first
 * @param totalsOnly whether to omit the counts by grade
 */
export function historyPoints(
  scale: GradeScale,
  changes: readonly Change[],
  dates: readonly string[],
  totalsOnly = false,
): HistoryPoint[] {
  const toPoint = (counts: Counts): Omit<HistoryPoint, 'date'> => ({
    ...totalsOf(scale, counts),
    ...(!totalsOnly && { grades: labeled(scale.grades, counts.grades) }),
    ...(!totalsOnly &&
      scale.grader === 'psa' && { qualifiers: labeled(scale.qualifiers, counts.qualifiers) }),
  });
  let next = 0;
  let point = toPoint({ grades: [], qualifiers: [] });
  return dates.map((date) => {
    const before = next;
    while (next < changes.length && (changes[next] as Change).recorded_on <= date) next += 1;
    if (next > before) point = toPoint(changes[next - 1] as Change);
    return { date, ...point };
  });
}
