import { z } from 'zod';
import { leanCertSchema } from './cert-schemas.js';
import { text } from './fields.js';
import { defineOperation } from './operation.js';
import { certPath, graderPath, notAccepted, rejection } from './parameters.js';

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
        '`mismatch`: at least one field is different. `match`: the title describes the cert without doubt. `uncertain`: the title leaves a doubt, so compare it yourself.',
    }),
    checks: z
      .array(fieldCheckSchema)
      .meta({ description: 'One entry for each field, always in the same order.' }),
  })
  .meta({ description: "A seller's title, compared with a cert." });

export type Verification = z.infer<typeof verificationSchema>;

const titleText = z
  .string()
  .trim()
  .refine((sent) => sent !== '', rejection('missing', LENGTH_HINT))
  .refine((sent) => [...sent].length <= MAX_TITLE, rejection('too_long', LENGTH_HINT))
  .prefault('')
  .meta({
    description: `Title of a listing, as the seller wrote it. 1 to ${MAX_TITLE} characters, not counting surrounding white space.`,
    examples: ['1999 Pokemon Base Set Charizard 4/102 1st Edition PSA 7'],
  });

/** `GET /v1/certs/{grader}/{cert}/verification` */
export const verifyCert = defineOperation({
  subject: 'certs.v1.verification',
  pool: 'batch',
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
