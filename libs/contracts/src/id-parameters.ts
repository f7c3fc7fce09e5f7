import { z } from 'zod';
import { graderNameSchema, graderSchema } from './card-schemas.js';
import { normalizeCert, readNumber } from './cert-number.js';
import { ApiError, badRequest, invalidParameter } from './errors.js';
import { GRADERS, parseGrader } from './graders.js';
import { isPrintable, optional } from './parameters.js';

const ROUNDED_HINT =
  'is a number that a spreadsheet has rounded. Format the column as text, and copy the number again.';
const CARD_ID = /^[0-9a-f]{40}$/;
const graderMeta = (description: string) => ({
  description: `${description} Letter case does not matter. \`bgs\`, \`bvg\` and \`bccg\` are aliases of \`beckett\`; \`csg\` is an alias of \`cgc\`.`,
  examples: ['psa'],
  toError: (_text: string, parameter: string) => unknownGrader(parameter),
});

function unknownGrader(parameter: string): ApiError {
  return new ApiError(
    'invalid_grader',
    `Unknown grader. It must be one of: ${GRADERS.join(', ')}.`,
    { details: { parameter, reason: 'malformed' } },
  );
}

const grader = z
  .preprocess((sent) => String(sent).toLowerCase(), graderNameSchema)
  .transform(parseGrader)
  .pipe(graderSchema);

export const graderPath = grader.meta(graderMeta('Grading company.'));

/** The path variable `{grader}` of an operation that supports only PSA. */
export const psaPath = z
  .preprocess((sent) => String(sent).toLowerCase(), z.enum(['psa']))
  .meta({
    description: 'Grading company. Only `psa` is supported. Letter case does not matter.',
    examples: ['psa'],
    toError: (sent: string, parameter: string) =>
      parseGrader(sent.toLowerCase()) ? onlyPsa() : unknownGrader(parameter),
  });

export function onlyPsa(): ApiError {
  return new ApiError('invalid_grader', 'Only psa is supported here.', {
    details: { parameter: 'grader', reason: 'not_accepted' },
  });
}

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
    z.array(grader).meta({ minItems: 1 }),
  )
  .default([...GRADERS])
  .meta({ ...graderMeta('Searches only these graders.'), examples: [['psa', 'cgc']] });

const printableNumber = z.string().trim().refine(isPrintable);
/** The gateway also rejects backslashes in paths. */
const NUMBER_PATTERN = '^[^\\x00-\\x1f\\x7f-\\x9f\\\\]+$';
const controlCharacters = () =>
  badRequest('malformed_uri', 'The URL must not contain control characters.');

/** The path variable `{cert}`: an opaque string. Surrounding white space and a leading `#` are removed. */
export const certPath = printableNumber
  .overwrite(normalizeCert)
  .refine((cert) => !readNumber(cert).isRounded)
  .meta({
    description:
      'Cert number as printed on the slab, or as people type it: with spaces, hyphens, commas or words such as `PSA` or `cert` in or around it, with missing or additional hyphens and leading zeros, or as the URL of a cert page. Send the number without the grade.',
    examples: ['64062046'],
    pattern: NUMBER_PATTERN,
    toError: (sent: string) =>
      isPrintable(sent.trim())
        ? invalidParameter('cert', 'malformed', ROUNDED_HINT)
        : controlCharacters(),
  });

/** The path variable `{spec_id}`: a number as people type it, which an import reads in the same way. */
export const specIdPath = printableNumber
  .overwrite((specId) => readNumber(specId).typed)
  .meta({
    description: "The grader's spec number of the card.",
    examples: ['540013'],
    pattern: NUMBER_PATTERN,
    toError: controlCharacters,
  });

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
