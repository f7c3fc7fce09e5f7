import { z } from 'zod';

/** Creates the schema of a count, for example of copies, cards, rows or requests. */
export function count(description: string) {
  return z.int().nonnegative().meta({ description });
}

/** Creates the schema of a fraction from 0 to 1. */
export function rate(description: string) {
  return z.number().min(0).max(1).meta({ description });
}

/** Creates the schema of a date in the format `YYYY-MM-DD`. */
export function date(description: string) {
  return z.iso.date().meta({ description });
}

/** Creates the schema of a month in the format `YYYY-MM`. */
export function month(description: string) {
  return z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .meta({ description, examples: ['2026-10'] });
}

/** Creates the schema of an id of 40 hexadecimal digits. */
export function hexId(description: string) {
  return z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .meta({ description });
}

export function text(description: string) {
  return z.string().meta({ description });
}

export function url(description: string) {
  return z.url().meta({ description });
}

export const gemTotal = count(
  'Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the total of the same object.',
);

export const gemRate = rate(
  'Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there are no copies.',
);

export const setId = hexId('Id of the set that the card belongs to, for `/v1/sets/{set_id}`.');
