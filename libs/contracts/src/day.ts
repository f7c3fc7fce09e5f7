import { invalidParameter } from './errors.js';
import type { Parameter } from './parameters.js';

/** Returns the UTC date of a time, as `YYYY-MM-DD`. @param time in milliseconds since 1970 */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Parses a date. @throws ApiError if `text` is not a valid date in the format `YYYY-MM-DD` */
export function readDay(text: string, name: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time) && dayOf(time) === text) return text;
  throw invalidParameter(name, 'malformed', 'must be a date such as 2026-01-31.');
}

/**
 * Creates a query parameter for a date. Its value is null if the parameter is absent.
 * @param example a value as clients write it
 */
export function optionalDay(description: string, example: string): Parameter<string | null> {
  return {
    description,
    schema: { type: 'string', format: 'date', examples: [example] },
    read: (text, name) => (text === undefined ? null : readDay(text, name)),
  };
}
