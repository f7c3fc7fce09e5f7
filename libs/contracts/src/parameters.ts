import { z } from 'zod';
import { graderNameSchema, graderSchema } from './card-schemas.js';
import { normalizeCert, readNumber } from './cert-number.js';
import { ApiError, badRequest, invalidParameter, type ParameterReason } from './errors.js';
import { GRADERS, parseGrader } from './graders.js';

/** Decoded query parameters. The value of a repeated parameter is an array. */
export type SentQuery = Readonly<Record<string, string | string[]>>;

/**
 * Schemas of path variables or query parameters, by name. The input of a schema is the text that the client sent;
 * undefined if the parameter is absent. The OpenAPI document is generated from the same schemas. Error responses
 * contain the messages of the issues that a schema reports (see {@link readParameters}).
 */
export type Parameters = Readonly<Record<string, z.ZodType>>;

/** The parsed values of parameters, by name. */
export type ParameterValues<P> = {
  -readonly [Name in keyof P]: P[Name] extends z.ZodType ? z.output<P[Name]> : never;
};

declare module 'zod' {
  /** Metadata of a query parameter, in addition to its description and examples. */
  interface GlobalMeta {
    alias?: string;
    /**
     * Whether the operation ignores this parameter because of other query parameters. The parser then treats it as
     * absent.
     */
    isIgnored?: (query: SentQuery) => boolean;
    /**
     * Creates the error for an invalid value. Defaults to an `invalid_parameter` error.
     * @param name parameter name or alias that the client sent
     */
    toError?: (text: string, name: string) => ApiError;
  }
}

const ROUNDED_HINT =
  'is a number that a spreadsheet has rounded. Format the column as text, and copy the number again.';
const CARD_ID = /^[0-9a-f]{40}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/;

const graderMeta = (description: string) => ({
  description: `${description} Letter case does not matter. \`bgs\`, \`bvg\` and \`bccg\` are aliases of \`beckett\`; \`csg\` is an alias of \`cgc\`.`,
  examples: ['psa'],
  toError: (_text: string, parameter: string) =>
    new ApiError('invalid_grader', `Unknown grader. It must be one of: ${GRADERS.join(', ')}.`, {
      details: { parameter, reason: 'malformed' },
    }),
});

const grader = z
  .preprocess((sent) => String(sent).toLowerCase(), graderNameSchema)
  .transform(parseGrader)
  .pipe(graderSchema);

export const graderPath = grader.meta(graderMeta('Grading company.'));

/**
 * The path variable `{grader}` of a cert lookup. The variable is ignored in the lookup of an authentication record,
 * because only PSA has such records.
 */
export const lookupGraderPath = grader.default('psa').meta({
  ...graderMeta('Grading company. Ignored with `psa_dna=true`.'),
  isIgnored: ({ psa_dna }) => psa_dna === 'true',
});

/** Creates the query parameter `grader`, which restricts the response to one grader; null if absent. */
export function graderFilter(description = 'Restricts the data to this grader.') {
  return optional(grader, graderMeta(description));
}

/** The query parameter `graders`, which restricts the response to some graders. */
export const graderList = z
  .preprocess(
    (sent) => (typeof sent === 'string' ? sent.split(',').map((name) => name.trim()) : sent),
    z.array(grader),
  )
  .default([...GRADERS])
  .meta({ ...graderMeta('Searches only these graders.'), examples: [['psa', 'cgc']] });

const printable = z.string().trim().refine(isPrintable);
const controlCharacters = () =>
  badRequest('malformed_uri', 'The URL must not contain control characters.');

/** The path variable `{cert}`: an opaque string. Surrounding white space and a leading `#` are removed. */
export const certPath = printable
  .overwrite(normalizeCert)
  .refine((cert) => !readNumber(cert).isRounded)
  .meta({
    description:
      'Cert number as printed on the slab, or as people type it: with spaces, hyphens, commas or words such as `PSA` or `cert` in or around it, with missing or additional hyphens and leading zeros, or as the URL of a cert page.',
    examples: ['64062046'],
    toError: (sent: string) =>
      isPrintable(sent.trim())
        ? invalidParameter('cert', 'malformed', ROUNDED_HINT)
        : controlCharacters(),
  });

/** The path variable `{spec_id}`: a number as people type it, which an import reads in the same way. */
export const specIdPath = printable
  .overwrite((specId) => readNumber(specId).typed)
  .meta({
    description: "The grader's spec number of the card.",
    examples: ['540013'],
    toError: controlCharacters,
  });

/** Whether a string is free of control characters. */
export function isPrintable(text: string): boolean {
  return !CONTROL_CHARACTERS.test(text);
}

/** Schema of an id of 40 hexadecimal digits in any letter case, which is converted to lower case. */
export const hexIdPath = z
  .string()
  .regex(/^[0-9a-fA-F]{40}$/)
  .toLowerCase();

/**
 * The path variable `{card_id}`: 40 hexadecimal digits in any letter case. A different string is treated as an unknown
 * card.
 */
export const cardIdPath = hexIdPath.meta({
  description: 'Universal id, or id of a grader card.',
  examples: ['85c82c158cac20785082526b3bb6248031db6a66'],
  toError: cardNotFound,
});

/** Converts a card id to lower case. @returns null unless the id has 40 hexadecimal digits */
export function normalizeCardId(text: string): string | null {
  const cardId = text.toLowerCase();
  return CARD_ID.test(cardId) ? cardId : null;
}

export function cardNotFound(cardId: string): ApiError {
  return new ApiError('card_not_found', 'No card has this id.', {
    details: { card_id: cardId.slice(0, 64) },
  });
}

/** Returns options for a zod check that rejects a parameter for a specific reason. @param error hint for the client */
export function rejection(reason: ParameterReason, error: string) {
  return { error, params: { reason } };
}

/** Creates a parameter that accepts one of several words. The first is the default. */
export function choice<Word extends string>(description: string, ...words: [Word, ...Word[]]) {
  return z
    .enum(words, `must be one of: ${words.join(', ')}.`)
    .default(words[0] as z.util.NoUndefined<Word>)
    .meta({ description });
}

/** Returns a hint for the client about the range of a whole number. */
export function rangeHint(min: number, max: number): string {
  return `must be a whole number from ${min} to ${max}.`;
}

/** Creates a parameter that is a whole number, written in decimal digits only. */
export function wholeNumber(
  description: string,
  { min, max, byDefault }: { min: number; max: number; byDefault: number },
) {
  const hint = rangeHint(min, max);
  // Read at most 16 characters. A number of that length is beyond every limit, and a longer one could become infinite.
  const read = (sent: unknown) =>
    typeof sent === 'string' && /^(0|-?[1-9]\d*)$/.test(sent) ? Number(sent.slice(0, 16)) : sent;
  return z
    .preprocess(read, z.int(hint).min(min, hint).max(max, hint))
    .default(byDefault)
    .meta({ description });
}

/** Schema of a string. Leading and trailing white space is removed. */
export const trimmedText = z
  .string()
  .refine(isPrintable, rejection('malformed', 'must not contain control characters.'))
  .trim();

/** Makes a parameter optional. If the parameter is absent, its value is null. */
export function optional<Schema extends z.ZodType>(schema: Schema, meta: z.GlobalMeta) {
  return schema.nullable().default(null).meta(meta);
}

/** Schema of a parameter that an operation rejects because only other operations accept it. */
export const notAccepted = z
  .string()
  .optional()
  .refine((sent) => sent === undefined, rejection('not_accepted', 'is not accepted here.'));
