import { z } from 'zod';
import { graderSchema } from './card-schemas.js';
import { authenticationRecordSchema, certSchema, leanCertSchema, source } from './cert-schemas.js';
import { text, url } from './fields.js';
import {
  autoSplitFlag,
  flag,
  growthInclude,
  parsedDescriptionFlags,
  universalFlag,
} from './flags.js';
import { certPath, graderList, graderPath, lookupGraderPath } from './id-parameters.js';
import { batchResults, certList, checkCertCount, distinctCerts } from './lists.js';
import { defineOperation } from './operation.js';
import { includeList, notAccepted } from './parameters.js';
import { growth, populationSchema } from './population-schemas.js';

export const certLookupSchema = z.union([certSchema, authenticationRecordSchema]).meta({
  description:
    'A cert, which contains `grader_data`; or with `psa_dna=true`, an authentication record, which contains `result`.',
});

export const batchCertSchema = z
  .object({
    requested_cert: text('The number as sent in the request.'),
    ...leanCertSchema.shape,
    source,
  })
  .meta({ description: 'One graded copy in a batch.' });

export const certBatchSchema = z
  .object({
    certs: z
      .array(batchCertSchema)
      .meta({ description: 'The certs that were found, in the order of `certs`.' }),
    not_found: z
      .array(z.string())
      .meta({ description: 'Numbers that were not found, as sent, in the order of `certs`.' }),
    results: batchResults,
  })
  .meta({ description: 'Graded copies for up to 100 cert numbers.' });

export const certPopulationSchema = leanCertSchema
  .extend({
    population: populationSchema.nullable().meta({
      description: 'Population of the card. Null if the cert is not linked to a card.',
    }),
    growth,
  })
  .meta({ description: 'One graded copy with the population of its card.' });

export const certImagesSchema = z
  .object({
    grader: graderSchema.meta({ description: 'Grader of the cert.' }),
    cert: text('Cert number as printed on the slab.'),
    image_front: url('URL of the image of the front. Null if there is none.').nullable(),
    image_back: url('URL of the image of the back. Null if there is none.').nullable(),
  })
  .meta({ description: 'URLs of the images of a graded copy.' });

/** `GET /v1/certs/{grader}/{cert}` */
export const lookupCert = defineOperation({
  subject: 'certs.v1.lookup',
  pool: 'certs',
  path: '/v1/certs/{grader}/{cert}',
  tag: 'Certs',
  summary: 'Look up a cert',
  description:
    'Returns one graded copy by grader and cert number: its card, its grade, and the number of copies with that grade at the same grader. With `psa_dna=true`, returns the record of an item whose signature PSA authenticated without grading a card.',
  pathParameters: { grader: lookupGraderPath, cert: certPath },
  queryParameters: {
    psa_dna: flag(
      'Returns the authentication record with this number instead of a cert. Authentication records belong to PSA, so the grader in the path is ignored.',
    ),
    parsed_description: parsedDescriptionFlags.parsed_description,
    include: includeList('source', 'parsed_description', 'population'),
    auto: flag('With `include=population`, adds `auto_split` to the counts of psa.'),
  },
  data: certLookupSchema,
  errors: ['invalid_grader', 'invalid_parameter', 'cert_not_found'],
  cacheable: true,
});

/** `GET /v1/certs/{grader}` */
export const lookupCerts = defineOperation({
  subject: 'certs.v1.lookups',
  pool: 'cert_batches',
  path: '/v1/certs/{grader}',
  tag: 'Certs',
  summary: 'Look up to 100 certs of one grader',
  description: `\`not_found\` lists numbers that were not found. The request is charged once for each different number, found or not; a
\`400\` response is charged once. If fewer requests are left, the response is \`429 quota_exceeded\` and nothing is charged. A
batch counts as one request against the limit per second.`,
  pathParameters: { grader: graderPath },
  queryParameters: {
    certs: certList,
    parsed_description: parsedDescriptionFlags.parsed_description,
    include: includeList('source', 'parsed_description'),
  },
  data: certBatchSchema,
  errors: ['invalid_grader', 'invalid_parameter'],
  cost: ({ grader, certs }) => distinctCerts(grader, certs).length,
  rule: { reads: ['grader', 'certs'], check: checkCertCount },
});

/** `GET /v1/certs` */
export const findCerts = defineOperation({
  subject: 'certs.v1.find',
  pool: 'cert_batches',
  path: '/v1/certs',
  tag: 'Certs',
  summary: 'Look up to 100 certs of any grader',
  description: `Searches all graders for each number, or only the grader that an item names: \`PSA 64062046\` and the URL of a cert page
name one. If two graders have used a number, \`certs\` contains both certs. \`not_found\` lists numbers that were not found. The
request is charged once for each different item, whatever is found; a \`400\` response is charged once.`,
  pathParameters: {},
  queryParameters: {
    certs: certList,
    graders: graderList,
    parsed_description: parsedDescriptionFlags.parsed_description,
    include: includeList('source', 'parsed_description'),
  },
  data: certBatchSchema,
  errors: ['invalid_grader', 'invalid_parameter'],
  cost: ({ certs }) => distinctCerts(null, certs).length,
  rule: { reads: ['certs'], check: checkCertCount },
});

/** `GET /v1/certs/{grader}/{cert}/population` */
export const getCertPopulation = defineOperation({
  subject: 'certs.v1.population',
  pool: 'certs',
  path: '/v1/certs/{grader}/{cert}/population',
  tag: 'Population',
  summary: 'Get a cert with the population of its card',
  description:
    'Returns the cert with the number of graded copies of its card: over all graders or, with `universal=false`, for the grader of the cert only. `psa_dna` is not accepted.',
  pathParameters: { grader: graderPath, cert: certPath },
  queryParameters: {
    auto_split: autoSplitFlag,
    universal: universalFlag,
    ...parsedDescriptionFlags,
    include: growthInclude,
    psa_dna: notAccepted,
  },
  data: certPopulationSchema,
  errors: ['invalid_grader', 'invalid_parameter', 'cert_not_found'],
  cacheable: true,
});

/** `GET /v1/certs/{grader}/{cert}/images` */
export const getCertImages = defineOperation({
  subject: 'certs.v1.images',
  pool: 'certs',
  path: '/v1/certs/{grader}/{cert}/images',
  tag: 'Certs',
  summary: "Get links to a cert's images",
  description:
    "Returns the URLs of the front and the back. `202` means that the images are still being prepared; retry after `Retry-After` seconds. For a cert without images, the status is `200` and both URLs are null. Use of the images is subject to the grading company's rights and terms.",
  pathParameters: { grader: graderPath, cert: certPath },
  queryParameters: { psa_dna: notAccepted },
  data: certImagesSchema,
  errors: ['processing', 'invalid_grader', 'invalid_parameter', 'cert_not_found'],
  permission: 'images',
});
