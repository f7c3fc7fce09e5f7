import { DAY_MS, dayOf, readDay } from '@gcd/contracts/day';
import { invalidParameter } from '@gcd/contracts/errors';

const OLDEST_DAYS = 30;

/**
 * Parses the day from which a client requests changes.
 * @param text value of the `since` parameter; null if it is absent, in which case the day is today
 * @throws ApiError unless the day is today or one of the previous 30 days
 */
export function readSince(text: string | null, now = Date.now()): string {
  const today = dayOf(now);
  if (text === null) return today;
  readDay(text, 'since');
  if (text > today)
    throw invalidParameter('since', 'in_future', `must be today or earlier: ${today}.`);
  const oldest = dayOf(now - OLDEST_DAYS * DAY_MS);
  if (text >= oldest) return text;
  throw invalidParameter(
    'since',
    'out_of_range',
    `must be on or after ${oldest}, which is 30 days ago.`,
  );
}
