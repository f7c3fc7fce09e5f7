import { z } from 'zod';
import { invalidParameter } from './errors.js';
import { optional } from './parameters.js';

const HINT = 'must be a date that exists, such as 2026-01-31.';
const day = z.iso.date(HINT);

export const DAY_MS = 86_400_000;

/** Returns the UTC date of a time, as `YYYY-MM-DD`. @param time in milliseconds since 1970 */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Whether a string is a date that exists, in the format `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return day.safeParse(text).success;
}

/** Parses a date. @throws ApiError if `text` is not a valid date in the format `YYYY-MM-DD` */
export function readDay(text: string, name: string): string {
  if (isDay(text)) return text;
  throw invalidParameter(name, 'malformed', HINT);
}

/**
 * Creates a query parameter for a date. Its value is null if the parameter is absent.
 * @param example a value that a client might send
 */
export function optionalDay(description: string, example: string) {
  return optional(day, { description, examples: [example] });
}
