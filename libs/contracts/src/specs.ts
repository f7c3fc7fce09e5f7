import { z } from 'zod';
import {
  describedIdentitySchema,
  graderSchema,
  parsedDescriptionSchema,
  populationSchema,
} from './cards.js';
import { defineOperation } from './operation.js';
import {
  autoSplitFlag,
  graderPath,
  includeList,
  optionalFlag,
  optionalText,
  parsedDescriptionFlags,
  specIdPath,
  universalFlag,
} from './parameters.js';

const specSchema = describedIdentitySchema.extend({ spec_id: z.string() });
const populationData = populationSchema.shape.population_data;

const alternateSchema = parsedDescriptionSchema.extend({
  card_id: z.string(),
  spec: z.object({ grader: graderSchema, spec_id: z.string() }),
  description: z.string(),
  population: populationData
    .pick({
      total: true,
      gem_total: true,
      gem_rate: true,
      last_population_change: true,
      by_grader: true,
    })
    .extend({
      grades: z
        .record(z.string(), z.int().nonnegative())
        .meta({ description: 'Counts of the entry looked up.' }),
    })
    .optional(),
});

/** A spec with its card and population, flat. */
export type AlternateSpec = z.infer<typeof alternateSchema>;

/** `GET /v1/specs/{grader}/{spec_id}` */
export const lookupSpec = defineOperation({
  subject: 'cards.v1.spec',
  path: '/v1/specs/{grader}/{spec_id}',
  summary: "A grader's own catalog entry as a card",
  pathParameters: { grader: graderPath, spec_id: specIdPath },
  queryParameters: {
    parsed_description: parsedDescriptionFlags.parsed_description,
    include: includeList('population', 'parsed_description'),
    auto: optionalFlag('Adds the psa split to the population; asks for the alternate form.'),
    grader_id2: optionalText('Secondary number of beckett; asks for the alternate form.'),
  },
  data: z.union([specSchema, alternateSchema]),
  errors: ['processing', 'invalid_grader', 'invalid_parameter', 'card_not_found', 'spec_not_found'],
  cacheable: true,
});

/** `GET /v1/specs/{grader}/{spec_id}/population` */
export const getSpecPopulation = defineOperation({
  subject: 'cards.v1.spec_population',
  path: '/v1/specs/{grader}/{spec_id}/population',
  summary: "The population of a spec's card",
  pathParameters: { grader: graderPath, spec_id: specIdPath },
  queryParameters: {
    auto_split: autoSplitFlag,
    universal: universalFlag,
    ...parsedDescriptionFlags,
  },
  data: specSchema.extend({ population: populationSchema }),
  errors: ['processing', 'invalid_grader', 'invalid_parameter', 'card_not_found', 'spec_not_found'],
});
