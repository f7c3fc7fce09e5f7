import { z } from 'zod';
import { describedIdentitySchema, graderSchema, parsedDescriptionSchema } from './card-schemas.js';
import { hexId, text } from './fields.js';
import { autoSplitFlag, optionalFlag, parsedDescriptionFlags, universalFlag } from './flags.js';
import { includeList } from './lists.js';
import { defineOperation } from './operation.js';
import { graderPath, optionalText, specIdPath } from './parameters.js';
import { gradeCountsSchema, populationDataSchema, populationSchema } from './population-schemas.js';

/** A card, looked up by its PSA spec. */
export const specSchema = describedIdentitySchema
  .extend({ spec_id: text('Spec number of the card at the grader.') })
  .meta({ description: 'The card of a spec of PSA.' });

/** A grader and its spec number. */
export const specReferenceSchema = z
  .object({ grader: graderSchema, spec_id: text('Spec number of the card at the grader.') })
  .meta({ description: 'A grader and its spec number of a card.' });

/** A population without each grader's own record of the card. */
export const flatPopulationSchema = populationDataSchema
  .omit({ data_last_updated: true })
  .extend({
    grades: gradeCountsSchema.meta({
      description: 'Number of copies of the grader card looked up, by grade label key.',
    }),
  })
  .meta({ description: 'The totals of a card over all graders, and the counts of each.' });

/** A grader's own card, looked up by its spec. */
export const specDetailsSchema = parsedDescriptionSchema
  .extend({
    card_id: hexId("Id of the grader's own card, 40 hexadecimal digits."),
    spec: specReferenceSchema.meta({ description: 'The spec that was looked up.' }),
    description: text("Description of the card in the grader's words, for people."),
    population: flatPopulationSchema.optional().meta({
      description: 'Totals over all graders. Present only with `include=population`.',
    }),
  })
  .meta({ description: 'The card of a spec of any grader, with the parts of its description.' });

/** A spec with its card and population in one flat object. */
export type SpecDetails = z.infer<typeof specDetailsSchema>;

/** The card of a spec, in one of two forms. */
export const specLookupSchema = z.union([specSchema, specDetailsSchema]).meta({
  description:
    'The card of a spec. The form with `spec` is the response if `auto`, `grader_id2` or `include=population` was sent.',
});

/** A card with its population, looked up by its PSA spec. */
export const specPopulationSchema = specSchema
  .extend({ population: populationSchema })
  .meta({ description: 'The card of a spec of PSA, with its population.' });

/** `GET /v1/specs/{grader}/{spec_id}` */
export const lookupSpec = defineOperation({
  subject: 'cards.v1.spec',
  path: '/v1/specs/{grader}/{spec_id}',
  tag: 'Cards',
  summary: "Look up a grader's spec number",
  description:
    'The card of a spec, which is an entry in the catalog of a grader. Without `auto`, `grader_id2` and `include=population` only psa is supported. With one of them, the response has another form and any grader is. `202` means that the spec is known and its card is still being matched; retry after `Retry-After` seconds.',
  pathParameters: { grader: graderPath, spec_id: specIdPath },
  queryParameters: {
    parsed_description: parsedDescriptionFlags.parsed_description,
    include: includeList('population', 'parsed_description'),
    auto: optionalFlag(
      'With `include=population`: adds `auto_split` to psa. Also selects the form with `spec`.',
    ),
    grader_id2: optionalText(
      'Secondary number of Beckett, needed if several cards share the spec number. Also selects the form with `spec`.',
      'C4',
    ),
  },
  data: specLookupSchema,
  errors: ['processing', 'invalid_grader', 'invalid_parameter', 'card_not_found', 'spec_not_found'],
  cacheable: true,
});

/** `GET /v1/specs/{grader}/{spec_id}/population` */
export const getSpecPopulation = defineOperation({
  subject: 'cards.v1.spec_population',
  path: '/v1/specs/{grader}/{spec_id}/population',
  tag: 'Population',
  summary: "Get the population of a spec's card",
  description:
    'The card of a spec of psa, and how many copies of it were graded: over all graders, or with `universal=false` by psa alone.',
  pathParameters: { grader: graderPath, spec_id: specIdPath },
  queryParameters: {
    auto_split: autoSplitFlag,
    universal: universalFlag,
    ...parsedDescriptionFlags,
  },
  data: specPopulationSchema,
  errors: ['processing', 'invalid_grader', 'invalid_parameter', 'card_not_found', 'spec_not_found'],
});
