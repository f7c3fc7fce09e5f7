import { dayOf, invalidParameter, readDay } from '@gcd/contracts';

const DAY_MS = 86_400_000;
const OLDEST_DAYS = 30;

/**
 * Parses the first day of a request.
 * @param text null if the parameter is absent: today
 * @throws ApiError unless it is today or one of the last thirty days
 */
export function readSince(text: string | null, now = Date.now()): string {
  const today = dayOf(now);
  if (text === null) return today;
  readDay(text, 'since');
  if (text > today) throw invalidParameter('since', 'in_future', `is at most today: ${today}.`);
  const oldest = dayOf(now - OLDEST_DAYS * DAY_MS);
  if (text >= oldest) return text;
  throw invalidParameter('since', 'out_of_range', `is at least 30 days ago: ${oldest}.`);
}
