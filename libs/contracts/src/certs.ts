import { z } from 'zod';
import { graderSchema } from './card-schemas.js';
import { authenticationRecordSchema, certSchema, leanCertSchema, source } from './cert-schemas.js';
import { text, url } from './fields.js';
import { autoSplitFlag, flag, parsedDescriptionFlags, universalFlag } from './flags.js';
import type { Grader } from './graders.js';
import { certList, includeList } from './lists.js';
import { defineOperation } from './operation.js';
import { certPath, graderPath, notAccepted, type Parameter } from './parameters.js';
import { populationSchema } from './population-schemas.js';

/** A graded copy, or the record of an authentication. */
export const certLookupSchema = z.union([certSchema, authenticationRecordSchema]).meta({
  description:
    'A cert, which has `grader_data`; with `psa_dna=true` the record of an authentication, which has `result`.',
});

/** One graded copy of a batch. */
export const batchCertSchema = z
  .object({ requested_cert: text('The number as sent.'), ...leanCertSchema.shape, source })
  .meta({ description: 'One graded copy of a batch.' });

/** Several graded copies. */
export const certBatchSchema = z
  .object({
    certs: z
      .array(batchCertSchema)
      .meta({ description: 'The certs that were found, in the order of `certs`.' }),
    not_found: z
      .array(z.string())
      .meta({ description: 'Numbers that no cert has, as sent, in the order of `certs`.' }),
  })
  .meta({ description: 'Up to 100 graded copies of one grader.' });

/** A graded copy with the population of its card. */
export const certPopulationSchema = leanCertSchema
  .extend({
    population: populationSchema.nullable().meta({
      description: 'Population of the card. Null if the cert is not linked to a card.',
    }),
  })
  .meta({ description: 'One graded copy with the population of its card.' });

/** The images of a cert. */
export const certImagesSchema = z
  .object({
    grader: graderSchema.meta({ description: 'Grader of the cert.' }),
    cert: text('Cert number as printed on the slab.'),
    image_front: url('URL of the front. Null if there is no image of it.').nullable(),
    image_back: url('URL of the back. Null if there is no image of it.').nullable(),
  })
  .meta({ description: 'Where the images of a graded copy are.' });

/** `{grader}` of a cert lookup. Ignored for authentication records, which belong to PSA. */
const lookupGraderPath: Parameter<Grader> = {
  ...graderPath,
  description: 'Grading company. Ignored with `psa_dna=true`.',
  isIgnored: ({ psa_dna }) => psa_dna === 'true',
  read: (sent = 'psa', name) => graderPath.read(sent, name),
};

/** `GET /v1/certs/{grader}/{cert}` */
export const lookupCert = defineOperation({
  subject: 'certs.v1.lookup',
  path: '/v1/certs/{grader}/{cert}',
  tag: 'Certs',
  summary: 'Look up a cert',
  description:
    'One graded copy by grader and cert number: its card, its grade, and how many copies of the same grader have that grade. With `psa_dna=true`, the record of an item whose signature PSA authenticated without grading a card.',
  pathParameters: { grader: lookupGraderPath, cert: certPath },
  queryParameters: {
    psa_dna: flag(
      'Returns the authentication record of this number instead of a cert. Only of PSA; the grader of the path is ignored.',
    ),
    parsed_description: parsedDescriptionFlags.parsed_description,
    include: includeList('source', 'parsed_description', 'population'),
    auto: flag('With `include=population`: adds `auto_split` to psa.'),
  },
  data: certLookupSchema,
  errors: ['invalid_grader', 'invalid_parameter', 'cert_not_found'],
  cacheable: true,
});

/** `GET /v1/certs/{grader}` */
export const lookupCerts = defineOperation({
  subject: 'certs.v1.lookups',
  path: '/v1/certs/{grader}',
  tag: 'Certs',
  summary: 'Look up to 100 certs of one grader',
  description: `Numbers that no cert has are listed in \`not_found\`. The request is charged one for each different number, found or not; a
\`400\` is charged one. If less than that is left, the response is \`429 quota_exceeded\` and nothing is charged. A batch is one
request against the limit per second.`,
  pathParameters: { grader: graderPath },
  queryParameters: {
    certs: certList,
    parsed_description: parsedDescriptionFlags.parsed_description,
    include: includeList('source', 'parsed_description'),
  },
  data: certBatchSchema,
  errors: ['invalid_grader', 'invalid_parameter'],
  cost: ({ certs }) => certs.length,
});

/** `GET /v1/certs/{grader}/{cert}/population` */
export const getCertPopulation = defineOperation({
  subject: 'certs.v1.population',
  path: '/v1/certs/{grader}/{cert}/population',
  tag: 'Population',
  summary: 'Get a cert with the population of its card',
  description:
    'The cert, and how many copies of its card were graded: over all graders, or with `universal=false` by the grader of the cert alone. `psa_dna` is not accepted.',
  pathParameters: { grader: graderPath, cert: certPath },
  queryParameters: {
    auto_split: autoSplitFlag,
    universal: universalFlag,
    ...parsedDescriptionFlags,
    psa_dna: notAccepted,
  },
  data: certPopulationSchema,
  errors: ['invalid_grader', 'invalid_parameter', 'cert_not_found'],
});

/** `GET /v1/certs/{grader}/{cert}/images` */
export const getCertImages = defineOperation({
  subject: 'certs.v1.images',
  path: '/v1/certs/{grader}/{cert}/images',
  tag: 'Certs',
  summary: "Get links to a cert's images",
  description:
    "URLs of the front and the back. `202` means that the images are still being prepared; retry after `Retry-After` seconds. A cert that has no images is a `200` with both links null. Use of the images is subject to the grading company's rights and terms.",
  pathParameters: { grader: graderPath, cert: certPath },
  queryParameters: { psa_dna: notAccepted },
  data: certImagesSchema,
  errors: ['processing', 'invalid_grader', 'invalid_parameter', 'cert_not_found'],
  permission: 'images',
});
