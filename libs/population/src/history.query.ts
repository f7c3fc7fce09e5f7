import type { Counts } from './counts.js';

/** Histories begin at most this many years before the latest population. */
export const LOOKBACK_YEARS = 3;

/** Counts that apply from the day they were recorded until the next change. */
export interface Change extends Counts {
  /** Day on which the counts were recorded, formatted as `YYYY-MM-DD`. */
  readonly recorded_on: string;
}

/**
 * Returns SQL to append to a FROM clause that contains `dataset`. The SQL joins the first and last day of a history as
 * `days (first, last)`. Counts from before the first day are not needed, except for the last ones.
 * @param from SQL for the requested first day as a string in the format `YYYY-MM-DD`, or null
 * @param to SQL for the requested last day, in the same format
 */
export function joinHistoryDays(from: string, to: string): string {
  // Use to_date, because a cast to `date` fails for the year 0.
  return `
  cross join lateral (
    select
      greatest((dataset.as_of - interval '${LOOKBACK_YEARS} years')::date, to_date(${from}, 'YYYY-MM-DD')) as first,
      least(dataset.as_of, to_date(${to}, 'YYYY-MM-DD')) as last
  ) days`;
}

/**
 * SQL for a string with the changes in the counts of `grader_card`, which {@link parseChanges} parses. The string
 * contains every change within the days of {@link joinHistoryDays} and the last change before them, oldest first. It is
 * null if there are no changes. A string is used, because the arrays within an array must have equal lengths in
 * PostgreSQL. Separate rows would repeat the columns of the grader card.
 *
 * Each subquery compares the partition key with values that are known at run time. PostgreSQL therefore reads only the
 * partitions of the window, and searches older partitions from the newest until it finds a row.
 */
export const CHANGES_COLUMN = `(
  select string_agg(part.changes, ';' order by part.recorded_on)
  from (
    (select recorded_on, concat_ws(' ', recorded_on, grades, qualifiers) as changes
     from population_history
     where card = grader_card.id and recorded_on <= days.first and population.first_recorded <= days.first
     order by recorded_on desc limit 1)
    union all
    select recorded_on, concat_ws(' ', recorded_on, grades, qualifiers) from population_history
    where card = grader_card.id and recorded_on > days.first and recorded_on <= days.last
  ) part
) as changes`;

/** Parses the result of {@link CHANGES_COLUMN}, such as `2026-01-31 {1,0,…} {0,…};…`. */
export function parseChanges(text: string | null): Change[] {
  if (text === null) return [];
  return text.split(';').map((change) => {
    const [recordedOn = '', grades = '{}', qualifiers = '{}'] = change.split(' ');
    return { recorded_on: recordedOn, grades: numbers(grades), qualifiers: numbers(qualifiers) };
  });
}

/** Parses an array such as `{1,2,3}`. Counts are never negative. */
function numbers(array: string): number[] {
  const all: number[] = [];
  let value = 0;
  for (let index = 1; index < array.length; index += 1) {
    const digit = array.charCodeAt(index) - 48;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (array.length > 2) {
      all.push(value);
      value = 0;
    }
  }
  return all;
}
