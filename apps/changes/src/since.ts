import { invalidParameter } from '@gcd/contracts';

const DAY_MS = 86_400_000;
const OLDEST_DAYS = 30;

/** The day of a moment, in UTC, as `YYYY-MM-DD`. */
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * Reads the first day that a reader asks for.
 * @param text null when the parameter is absent: today
 * @throws ApiError when it is not a day of the last thirty, or today
 */
export function readSince(text: string | null, now = Date.now()): string {
  const today = dayOf(now);
  if (text === null) return today;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time) || dayOf(time) !== text) {
    throw invalidParameter('since', 'malformed', 'is a date such as 2026-01-31.');
  }
  if (text > today) throw invalidParameter('since', 'in_future', `is at most today: ${today}.`);
  const oldest = dayOf(now - OLDEST_DAYS * DAY_MS);
  if (text >= oldest) return text;
  throw invalidParameter('since', 'out_of_range', `is at least 30 days ago: ${oldest}.`);
}
