import { z } from 'zod';
import { identitySchema } from './cards.js';
import { QUALIFIER_TYPES } from './grades.js';
import { defineOperation } from './operation.js';
import { certPath, flag, graderPath, includeList, parsedDescriptionFlag } from './parameters.js';

const count = z.int().nonnegative();
const month = z.string().regex(/^\d{4}-\d{2}$/);

const splitContextSchema = z.object({
  grade_population: count,
  population_higher: count,
  total_population: count,
  grade_qualifier_population: count,
});

/** Within-grader counts at a cert's grade, of autographed or of other copies. */
export type SplitContext = z.infer<typeof splitContextSchema>;

const populationContextSchema = z.object({
  grade_population: count,
  grade_qualifier_population: count
    .optional()
    .meta({ description: 'Only for certs with a qualifier: copies at that grade with one.' }),
  population_higher: count,
  total_population: count,
  gem_total: count,
  gem_rate: z.number(),
});

/** Within-grader counts around a cert's grade. */
export type PopulationContext = z.infer<typeof populationContextSchema>;

const graderDataSchema = z.object({
  cert: z.string(),
  grade: z.string().nullable(),
  grade_label: z.string().nullable(),
  set_url: z.string().nullable(),
  population_context: populationContextSchema.nullable(),
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

/** What a grader says of one cert. */
export type GraderData = z.infer<typeof graderDataSchema>;

/** One graded copy. */
export const certSchema = identitySchema.extend({ grader_data: graderDataSchema });

/** One graded copy. */
export type Cert = z.infer<typeof certSchema>;

/** A signed item authenticated for the signature only. */
export const authenticationSchema = z.object({
  description: z.string(),
  result: z.string(),
  primary_subjects: z.array(z.string()),
  other_subjects: z.array(z.string()),
  cert_details_cached: month.nullable(),
});

/** A signed item authenticated for the signature only. */
export type Authentication = z.infer<typeof authenticationSchema>;

/** `GET /v1/certs/{grader}/{cert}` */
export const lookupCert = defineOperation({
  subject: 'certs.v1.lookup',
  path: '/v1/certs/{grader}/{cert}',
  summary: 'One graded copy by grader and cert number',
  pathParameters: { grader: graderPath, cert: certPath },
  queryParameters: {
    psa_dna: flag('Answers the standalone authentication record of this number instead of a cert.'),
    parsed_description: parsedDescriptionFlag,
    include: includeList('parsed_description'),
  },
  data: z.union([certSchema, authenticationSchema]),
  errors: ['invalid_grader', 'invalid_parameter', 'cert_not_found'],
});

/** `GET /v1/certs/{grader}/{cert}/population` */
export const getCertPopulation = defineOperation({
  subject: 'certs.v1.population',
  path: '/v1/certs/{grader}/{cert}/population',
  summary: "A cert with its card's population",
  pathParameters: { grader: graderPath, cert: certPath },
  queryParameters: {},
  data: z.never(),
  errors: ['invalid_grader', 'invalid_parameter', 'cert_not_found'],
});

/** `GET /v1/certs/{grader}/{cert}/images` */
export const getCertImages = defineOperation({
  subject: 'certs.v1.images',
  path: '/v1/certs/{grader}/{cert}/images',
  summary: "Links to a cert's images",
  pathParameters: { grader: graderPath, cert: certPath },
  queryParameters: {},
  data: z.never(),
  errors: ['processing', 'invalid_grader', 'cert_not_found'],
  permission: 'images',
});
