import { z } from 'zod';
import { certIdentitySchema, graderSchema, populationSchema } from './cards.js';
import type { Grader } from './graders.js';
import { QUALIFIER_TYPES } from './grades.js';
import { certList } from './lists.js';
import { defineOperation } from './operation.js';
import {
  autoSplitFlag,
  certPath,
  flag,
  graderPath,
  includeList,
  notAccepted,
  type Parameter,
  parsedDescriptionFlags,
  universalFlag,
} from './parameters.js';

const count = z.int().nonnegative();
const month = z.string().regex(/^\d{4}-\d{2}$/);

/** Counts of the cert's grader around its grade, for autographed or other copies. */
export const splitContextSchema = z.object({
  grade_population: count,
  population_higher: count,
  total_population: count,
  grade_qualifier_population: count,
});

/** Counts of the cert's grader around its grade, for autographed or other copies. */
export type SplitContext = z.infer<typeof splitContextSchema>;

/** Counts of the cert's grader around its grade. */
export const populationContextSchema = z.object({
  grade_population: count,
  grade_qualifier_population: count
    .optional()
    .meta({ description: 'Only for certs with a qualifier: copies at that grade with one.' }),
  population_higher: count,
  total_population: count,
  gem_total: count,
  gem_rate: z.number(),
});

/** Counts of the cert's grader around its grade. */
export type PopulationContext = z.infer<typeof populationContextSchema>;

/** A grader's data about one cert. */
export const graderDataSchema = z.object({
  cert: z.string(),
  grade: z.string().nullable(),
  grade_label: z.string().nullable(),
  set_url: z.string().nullable(),
  population_context: populationContextSchema.nullable().meta({
    description:
      "Counts of the cert's own grader; those of all graders are at `/v1/cards/{card_id}/population`. Null without a grade or a card.",
  }),
  has_auto_grade: z.boolean(),
  auto_grade_label: z.string().nullable(),
  cert_retrieval_month: month.nullable(),
  spec_id: z.string().nullable().optional().meta({ description: 'Only for psa.' }),
  qualifier_type: z
    .enum(QUALIFIER_TYPES)
    .nullable()
    .optional()
    .meta({ description: 'Only for psa.' }),
  population_context_auto_split: z
    .object({ auto: splitContextSchema, non_auto: splitContextSchema })
    .optional()
    .meta({ description: 'Only for psa.' }),
  subgrades: z
    .object({
      centering: z.number().nullable(),
      corners: z.number().nullable(),
      edges: z.number().nullable(),
      surface: z.number().nullable(),
    })
    .optional()
    .meta({ description: 'Only for beckett, when given.' }),
});

/** A grader's data about one cert. */
export type GraderData = z.infer<typeof graderDataSchema>;

/** One graded copy. */
export const certSchema = certIdentitySchema.extend({ grader_data: graderDataSchema });

/** One graded copy. */
export type Cert = z.infer<typeof certSchema>;

/** A signed item that was authenticated for its signature only. */
export const authenticationSchema = z.object({
  description: z.string(),
  result: z.string(),
  primary_subjects: z.array(z.string()),
  other_subjects: z.array(z.string()),
  cert_details_cached: month.nullable(),
});

/** A signed item that was authenticated for its signature only. */
export type Authentication = z.infer<typeof authenticationSchema>;

const sourceSchema = z.object({
  grader: graderSchema,
  cert: z.string(),
  cert_url: z.url().nullable(),
  set_url: z.string().nullable(),
  spec_id: z.string().nullable(),
  retrieved_month: month.nullable(),
  population_as_of: z.iso.date().nullable(),
});

/** The source of a cert's data. */
export type CertSource = z.infer<typeof sourceSchema>;

const graderStandingSchema = z.object({
  grade: z.string().nullable(),
  grade_population: count,
  population_higher: count,
  total_population: count,
});

/** A grader's counts at and above a universal grade. */
export type GraderStanding = z.infer<typeof graderStandingSchema>;

/** Cross-grader counts at a cert's universal grade. */
export const crossGraderSchema = z.object({
  grade: z.string(),
  grade_population: count,
  grade_rate: z.number(),
  population_higher: count,
  higher_rate: z.number(),
  total_population: count,
  total_gems_or_greater: count,
  gem_rate: z.number(),
  by_grader: z.partialRecord(graderSchema, graderStandingSchema),
});

/** Cross-grader counts at a cert's universal grade. */
export type CrossGrader = z.infer<typeof crossGraderSchema>;

/** `{grader}` of cert lookup. Authentication records belong to PSA, so it is then ignored. */
const lookupGraderPath: Parameter<Grader> = {
  ...graderPath,
  description: 'Grading company. Ignored with `psa_dna=true`.',
  isIgnored: ({ psa_dna }) => psa_dna === 'true',
  read: (text = 'psa', name) => graderPath.read(text, name),
};

/** `GET /v1/certs/{grader}/{cert}` */
export const lookupCert = defineOperation({
  subject: 'certs.v1.lookup',
  path: '/v1/certs/{grader}/{cert}',
  summary: 'One graded copy by grader and cert number',
  pathParameters: { grader: lookupGraderPath, cert: certPath },
  queryParameters: {
    psa_dna: flag('Returns the standalone authentication record of this number instead of a cert.'),
    parsed_description: parsedDescriptionFlags.parsed_description,
    include: includeList('source', 'parsed_description', 'population'),
    auto: flag('With `include=population`: adds `auto_split` to psa.'),
  },
  data: z.union([
    certSchema.extend({
      source: sourceSchema.optional(),
      population: populationSchema.nullable().optional(),
      cross_grader: crossGraderSchema.nullable().optional(),
    }),
    authenticationSchema,
  ]),
  errors: ['invalid_grader', 'invalid_parameter', 'cert_not_found'],
  cacheable: true,
});

/** `GET /v1/certs/{grader}` */
export const lookupCerts = defineOperation({
  subject: 'certs.v1.lookups',
  path: '/v1/certs/{grader}',
  summary: 'Up to 100 graded copies of one grader',
  description: `Charged one for each different number, found or not; a \`400\` is charged one. If less than that is left, the
response is \`429 quota_exceeded\` and nothing is charged. A batch is one request against the limit per second.`,
  pathParameters: { grader: graderPath },
  queryParameters: {
    certs: certList,
    parsed_description: parsedDescriptionFlags.parsed_description,
    include: includeList('source', 'parsed_description'),
  },
  data: z.object({
    certs: z
      .array(
        z.object({
          requested_cert: z.string().meta({ description: 'The number as sent.' }),
          ...certSchema.shape,
          source: sourceSchema.optional(),
        }),
      )
      .meta({ description: 'The certs that were found, in the order of `certs`.' }),
    not_found: z
      .array(z.string())
      .meta({ description: 'Numbers that no cert has, as sent, in the order of `certs`.' }),
  }),
  errors: ['invalid_grader', 'invalid_parameter'],
  cost: ({ certs }) => certs.length,
});

/** `GET /v1/certs/{grader}/{cert}/population` */
export const getCertPopulation = defineOperation({
  subject: 'certs.v1.population',
  path: '/v1/certs/{grader}/{cert}/population',
  summary: "A cert with its card's population",
  pathParameters: { grader: graderPath, cert: certPath },
  queryParameters: {
    auto_split: autoSplitFlag,
    universal: universalFlag,
    ...parsedDescriptionFlags,
    psa_dna: notAccepted,
  },
  data: certSchema.extend({
    population: populationSchema
      .nullable()
      .meta({ description: 'Null when the cert is known but not linked to a card.' }),
  }),
  errors: ['invalid_grader', 'invalid_parameter', 'cert_not_found'],
});

/** `GET /v1/certs/{grader}/{cert}/images` */
export const getCertImages = defineOperation({
  subject: 'certs.v1.images',
  path: '/v1/certs/{grader}/{cert}/images',
  summary: "Links to a cert's images",
  pathParameters: { grader: graderPath, cert: certPath },
  queryParameters: { psa_dna: notAccepted },
  data: z.object({
    grader: graderSchema,
    cert: z.string(),
    image_front: z.url().nullable(),
    image_back: z.url().nullable(),
  }),
  errors: ['processing', 'invalid_grader', 'invalid_parameter', 'cert_not_found'],
  permission: 'images',
});
