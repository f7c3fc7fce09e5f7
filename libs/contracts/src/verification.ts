import { z } from 'zod';
import { graderSchema } from './card-schemas.js';
import { leanCertSchema } from './cert-schemas.js';
import { text } from './fields.js';
import { certPath, graderPath } from './id-parameters.js';
import { defineOperation, type InternalOperation } from './operation.js';
import { notAccepted, notBlank, printed, rejection } from './parameters.js';

const MAX_TITLE = 300;
const LENGTH_HINT = `must have 1 to ${MAX_TITLE} characters.`;

/** The fields that a verification compares, in the order of the response. */
export const VERIFIED_FIELDS = [
  'grader',
  'cert',
  'grade',
  'year',
  'set_name',
  'name',
  'card_number',
  'parallel',
  'language',
  'autograph',
  'qualifier',
] as const;

export const fieldCheckSchema = z
  .object({
    field: z.enum(VERIFIED_FIELDS).meta({ description: 'The field that is compared.' }),
    title: text('What was read in the title, in lower case. Null if nothing was read.').nullable(),
    cert: text('What the cert says. Null if it says nothing.').nullable(),
    result: z.enum(['same', 'different', 'missing']).meta({
      description:
        '`missing`: the title or the cert does not say it, or the title leaves it open, as `PSA 9 or 10` does.',
    }),
  })
  .meta({ description: 'One field of a title, compared with the cert.' });

export type FieldCheck = z.infer<typeof fieldCheckSchema>;

export const verificationSchema = z
  .object({
    cert: leanCertSchema,
    verdict: z.enum(['match', 'mismatch', 'uncertain']).meta({
      description:
        '`mismatch`: at least one field is different. `match`: the title describes the card of the cert without doubt, and contradicts nothing on it; fields that are `missing` in `checks`, such as the grade, are not confirmed. `uncertain`: the title leaves a doubt, which `unclear_fields` or `unexplained_words` names; compare it yourself.',
    }),
    checks: z
      .array(fieldCheckSchema)
      .meta({ description: 'One entry for each field, always in the same order.' }),
    unclear_fields: z.array(z.enum(VERIFIED_FIELDS)).meta({
      description:
        'The fields because of which the verdict is `uncertain`: a `match` needs them, but the title or the cert does not say them, or the title leaves them open. Empty for other verdicts.',
    }),
    unexplained_words: z.array(z.string()).meta({
      description:
        'The words of the title because of which the verdict is `uncertain`, in lower case: nothing on the card explains them, the title repeats them, or they say that the offer is for other items (`lot`, `reprint`) or has a condition (`read description`). Empty for other verdicts.',
    }),
  })
  .meta({ description: "A seller's title, compared with a cert." });

export type Verification = z.infer<typeof verificationSchema>;

const titleText = z
  .string()
  .overwrite(printed)
  .refine((sent) => sent !== '', rejection('missing', LENGTH_HINT))
  .refine((sent) => [...sent].length <= MAX_TITLE, rejection('too_long', LENGTH_HINT))
  .meta({ ...notBlank, maxLength: MAX_TITLE })
  .prefault('')
  .meta({
    description: `Title of a listing, as the seller wrote it. 1 to ${MAX_TITLE} characters, not counting surrounding white space.`,
    examples: ['1999 Pokemon Base Set Charizard 4/102 1st Edition PSA 7'],
  });

/** `GET /v1/certs/{grader}/{cert}/verification`. The gateway asks {@link describeCert}, and then {@link compareTitle}. */
export const verifyCert = defineOperation({
  subject: 'gateway.v1.verification',
  path: '/v1/certs/{grader}/{cert}/verification',
  tag: 'Certs',
  summary: "Compare a seller's title with a cert",
  description:
    'Reads the grader, grade, year, set, name, number and other details in the title of a listing, and compares each with the cert. Anything that the title does not say is `missing`, never `different`.',
  pathParameters: { grader: graderPath, cert: certPath },
  queryParameters: { title: titleText, psa_dna: notAccepted },
  data: verificationSchema,
  errors: ['invalid_grader', 'invalid_parameter', 'cert_not_found'],
});

/** What a cert says about its copy. */
const certFactsSchema = z.object({
  grader: graderSchema,
  /** The number as printed. */
  cert: z.string(),
  /** Grade label key; null if the copy has no grade. */
  grade: z.string().nullable(),
  grade_label: z.string().nullable(),
  qualifier: z.string().nullable(),
  has_auto_grade: z.boolean(),
  /** Grade of the signature as printed, such as `GEM MT 10`. */
  auto_grade_label: z.string().nullish(),
  description: z.string(),
  /**
   * The grader card, then the matched cards of other graders, and then the grader card described by its display name.
   * Empty if the cert is not linked to a card.
   */
  cards: z.array(
    z.object({
      category: z.string(),
      year: z.string(),
      set_name: z.string(),
      name: z.string(),
      card_number: z.string(),
      parallel: z.string().nullable(),
      subset: z.string().nullable(),
      description: z.string(),
    }),
  ),
});

export type CertFacts = z.infer<typeof certFactsSchema>;

/** Response to {@link describeCert}. */
export type CertDescription = Pick<Verification, 'cert'> & { readonly facts: CertFacts };

/** Looks up a cert for a verification. */
export const describeCert = {
  subject: 'certs.v1.description',
  pool: 'certs',
  request: z.object({ grader: graderSchema, cert: z.string() }),
} satisfies InternalOperation;

/** Compares a title with what a cert says. The response is a {@link Verification} without the cert. */
export const compareTitle = {
  subject: 'search.v1.title-comparison',
  pool: 'search',
  request: z.object({ title: z.string(), facts: certFactsSchema }),
} satisfies InternalOperation;
