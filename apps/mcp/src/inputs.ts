import { z } from 'zod';

const GRADERS = ['psa', 'beckett', 'sgc', 'cgc', 'bgs', 'bvg', 'bccg', 'csg'] as const;
const ID = /^[0-9a-fA-F]{40}$/;
const YEAR = /^\d{4}(-\d{2}(\d{2})?)?$/;

// Schema of a string that also accepts a number, because assistants often send cert and spec numbers as JSON numbers.
const text = z
  .union([z.string(), z.int().nonnegative()], {
    error: ({ input }) => (input === undefined ? undefined : 'Must be a string or a whole number'),
  })
  .transform((value) => `${value}`.trim());

export const grader = z.string().trim().toLowerCase().pipe(z.enum(GRADERS)).meta({
  description: 'Grading company: psa, beckett (also bgs, bvg, bccg), sgc or cgc (also csg).',
});

export const graderFilter = grader
  .optional()
  .meta({ description: 'Returns only data of this grader: psa, beckett, sgc or cgc.' });

export const withGrowth = z
  .boolean()
  .default(false)
  .meta({ description: 'Adds the copies added in the last week, month, quarter and year.' });

/** Returns the query parameters for {@link withGrowth}. */
export function growthIf(requested: boolean): { include?: 'growth' } {
  return requested ? { include: 'growth' } : {};
}

export const cert = text
  .pipe(z.string().min(1).max(300))
  .meta({ description: 'Cert number on the label.' });

export const cardId = z
  .string()
  .trim()
  .regex(ID, 'Must be 40 hexadecimal digits. search_cards finds the card_id of a card')
  .meta({ description: 'Id of a card: 40 hexadecimal digits.' });

export const setId = z
  .string()
  .trim()
  .regex(ID, 'Must be 40 hexadecimal digits. list_sets finds the set_id of a set')
  .meta({ description: 'Id of a set: the `set_id` of a card or of a set in list_sets.' });

export const specId = text
  .pipe(z.string().min(1).max(200))
  .meta({ description: "The grader's own catalog number of a card." });

export const category = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .optional()
  .meta({ description: 'Returns only this category, such as Pokemon, in any letter case.' });

export const year = text
  .pipe(z.string().regex(YEAR, 'Must be a year such as 1999, or a season such as 2018-19'))
  .optional()
  .meta({ description: 'Returns only this year, such as 1999, or season, such as 2018-19.' });

export const searchText = z.string().trim().min(1).max(200).meta({
  description: 'Words in any order and letter case: year, set, name, parallel, card number.',
});

export function page(last = 1_000_000) {
  return z.int().min(1).max(last).default(1);
}

export function limit(byDefault: number, max: number) {
  return z
    .int()
    .min(1)
    .max(max)
    .default(byDefault)
    .meta({ description: `Maximum number of items, up to ${max}.` });
}
