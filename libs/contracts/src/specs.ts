import { z } from 'zod';
import {
  describedIdentitySchema,
  displayName,
  graderSchema,
  parsedDescriptionSchema,
} from './card-schemas.js';
import { count, hexId, text } from './fields.js';
import { autoSplitFlag, optionalFlag, parsedDescriptionFlags, universalFlag } from './flags.js';
import { graderPath, psaPath, specIdPath } from './id-parameters.js';
import { defineOperation } from './operation.js';
import { includeList, optional, trimmedText } from './parameters.js';
import {
  gradeCountsSchema,
  graderPopulationSchema,
  populationDataSchema,
  populationSchema,
} from './population-schemas.js';

export const specSchema = describedIdentitySchema
  .extend({ spec_id: text('Spec number of the card at the grader.') })
  .meta({ description: 'A card, looked up by its PSA spec number.' });

export const specReferenceSchema = z
  .object({ grader: graderSchema, spec_id: text('Spec number of the card at the grader.') })
  .meta({ description: "A grader, and the grader's spec number of a card." });

export const flatPopulationSchema = populationDataSchema
  .omit({ data_last_updated: true })
  .extend({
    total: count('Number of copies over all graders.'),
    by_grader: z
      .partialRecord(graderSchema, graderPopulationSchema)
      .meta({ description: 'Counts of each grader that lists the card.' }),
    grades: gradeCountsSchema.meta({
      description: 'Number of copies of the requested grader card, by grade label key.',
    }),
  })
  .meta({ description: 'Totals of a card over all graders, and counts of each grader.' });

export const specDetailsSchema = parsedDescriptionSchema
  .extend({
    card_id: hexId("Id of the grader's own card, 40 hexadecimal digits."),
    spec: specReferenceSchema.meta({ description: 'The requested spec.' }),
    description: text("Human-readable description of the card in the grader's words."),
    display_name: displayName,
    population: flatPopulationSchema.optional().meta({
      description: 'Totals over all graders. Present only with `include=population`.',
    }),
  })
  .meta({
    description:
      'A card, looked up by its spec number at any grader, with the parts of its description.',
  });

/** A spec with its card and population in one flat object. */
export type SpecDetails = z.infer<typeof specDetailsSchema>;

/** The card of a spec, in the default form or in the flat form of {@link SpecDetails}. */
export const specLookupSchema = z.union([specSchema, specDetailsSchema]).meta({
  description:
    'The card of a spec. The response has the schema `SpecDetails` if `auto`, `grader_id2` or `include=population` was sent.',
});

export const specPopulationSchema = specSchema
  .extend({ population: populationSchema })
  .meta({ description: 'A card with its population, looked up by its PSA spec number.' });

/** `GET /v1/specs/{grader}/{spec_id}` */
export const lookupSpec = defineOperation({
  subject: 'cards.v1.spec',
  pool: 'cards',
  path: '/v1/specs/{grader}/{spec_id}',
  tag: 'Cards',
  summary: "Look up a grader's spec number",
  description:
    "Returns the card of a spec, which is a card in a grader's own catalog. Without `auto`, `grader_id2` and `include=population`, only psa is supported. With any of them, all graders are supported, and the response has the schema `SpecDetails`. `202` means that the spec is known but its card is still being matched; retry after `Retry-After` seconds.",
  pathParameters: { grader: graderPath, spec_id: specIdPath },
  queryParameters: {
    parsed_description: parsedDescriptionFlags.parsed_description,
    include: includeList('population', 'parsed_description'),
    auto: optionalFlag(
      'With `include=population`, adds `auto_split` to the counts of psa. Also selects the schema `SpecDetails`.',
    ),
    grader_id2: optional(trimmedText, {
      description:
        'Secondary number of Beckett, needed if several cards share the spec number. Also selects the schema `SpecDetails`.',
      examples: ['C4'],
    }),
  },
  data: specLookupSchema,
  errors: ['processing', 'invalid_grader', 'invalid_parameter', 'card_not_found', 'spec_not_found'],
  cacheable: true,
});

/** `GET /v1/specs/{grader}/{spec_id}/population` */
export const getSpecPopulation = defineOperation({
  subject: 'cards.v1.spec_population',
  pool: 'cards',
  path: '/v1/specs/{grader}/{spec_id}/population',
  tag: 'Population',
  summary: "Get the population of a spec's card",
  description:
    'Returns the card of a psa spec with the number of its graded copies: over all graders or, with `universal=false`, for psa only.',
  pathParameters: { grader: psaPath, spec_id: specIdPath },
  queryParameters: {
    auto_split: autoSplitFlag,
    universal: universalFlag,
    ...parsedDescriptionFlags,
  },
  data: specPopulationSchema,
  errors: ['processing', 'invalid_grader', 'invalid_parameter', 'card_not_found', 'spec_not_found'],
  cacheable: true,
});
