/** Latest date in the dataset. */
export const AS_OF = '2026-10-31';

/** First date of the history window: three years before {@link AS_OF}. */
export const HISTORY_START = '2023-10-31';

/** First date on which populations are recorded: four weeks before the window. */
export const RECORDING_START = '2023-10-03';

const DAY = 86_400_000;

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}

/** Returns the month that is `months` months before {@link AS_OF}, as `YYYY-MM`. */
export function monthsAgo(months: number): string {
  const date = new Date(AS_OF.slice(0, 7));
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 7);
}
