import { z } from 'zod';
import { GRADERS } from './graders.js';
import { cardIdList } from './lists.js';
import { defineOperation } from './operation.js';
import { autoSplitFlag, cardIdPath, graderFilter, parsedDescriptionFlags } from './parameters.js';

const count = z.int().nonnegative();
const rate = z.number().min(0).max(1).meta({ description: 'A fraction, rounded to 4 decimals.' });
const date = z.iso.date();
const counts = z.record(z.string(), count).meta({ description: 'Label key to number of copies.' });
const cardId = z.string().regex(/^[0-9a-f]{40}$/);

/** A grader in a response. */
export const graderSchema = z.enum(GRADERS);

/** A parsed description. Unknown texts are empty; the last two are null. */
export const parsedDescriptionSchema = z.object({
  category: z.string(),
  year: z.string(),
  set_name: z.string(),
  name: z.string(),
  card_number: z.string(),
  parallel: z.string().nullable(),
  subset: z.string().nullable(),
});

/** A parsed description. */
export type ParsedDescription = z.infer<typeof parsedDescriptionSchema>;

/** Identity fields of a card, at the top level of card, spec and search responses. */
export const identitySchema = z.object({
  description: z.string(),
  universal_card_id: cardId
    .nullable()
    .meta({ description: 'Null when the card is not matched across graders.' }),
  card_id: cardId,
  is_universal_match: z.boolean(),
  card_url: z.url(),
  grader: graderSchema,
});

/** Identity fields of a card, where `parsed_description` can be requested. */
export const describedIdentitySchema = identitySchema.extend({
  parsed_description: parsedDescriptionSchema.optional(),
});

/** Identity fields of a card. */
export type Identity = z.infer<typeof describedIdentitySchema>;

/** Identity fields of a cert's card. Those of the card are null if the cert is not linked to one. */
export const certIdentitySchema = describedIdentitySchema.extend({
  card_id: cardId.nullable().meta({ description: 'Null when the cert is not linked to a card.' }),
  card_url: z.url().nullable().meta({ description: 'Null when the cert is not linked to a card.' }),
});

/** Identity fields of a cert's card. */
export type CertIdentity = z.infer<typeof certIdentitySchema>;

/** Id of the set that a card belongs to. */
export const setIdSchema = z
  .string()
  .regex(/^[0-9a-f]{40}$/)
  .meta({ description: 'Id of the set, for `/v1/sets/{set_id}`.' });

/** A card in a list of cards. */
export const cardSummarySchema = identitySchema.extend({
  parsed_description: parsedDescriptionSchema,
  total_population: count.meta({ description: 'Copies over all graders.' }),
  gem_total: count,
  gem_rate: rate,
  graders_included: z.array(graderSchema),
  set_id: setIdSchema,
});

/** A card in a list of cards. */
export type CardSummary = z.infer<typeof cardSummarySchema>;

/** Counts of autographed or of other copies. */
export const autoSplitPartSchema = z.object({
  total: count,
  gem_total: count,
  gem_rate: rate,
  grades: counts,
  qualifiers: counts,
});

/** Counts of autographed or of other copies. */
export type AutoSplitPart = z.infer<typeof autoSplitPartSchema>;

/** One grader's counts in a population block. */
export const graderPopulationSchema = z.object({
  total: count,
  gem_total: count,
  gem_rate: rate,
  last_population_change: date.nullable(),
  grades: counts,
  qualifiers: counts.optional().meta({ description: 'Only for psa.' }),
  auto_split: z.object({ auto: autoSplitPartSchema, non_auto: autoSplitPartSchema }).optional(),
});

/** One grader's counts in a population block. */
export type GraderPopulation = z.infer<typeof graderPopulationSchema>;

/** The grader card of one grader in a population block. */
export const graderEntrySchema = z.object({
  card_id: cardId,
  set_url: z.string().nullable(),
  spec_id: z.string().nullable().optional().meta({ description: 'Only for psa.' }),
  parsed_description: parsedDescriptionSchema.optional(),
});

/** The grader card of one grader in a population block. */
export type GraderEntry = z.infer<typeof graderEntrySchema>;

/** Counts of graded copies of a card, for all graders or one. */
export const populationSchema = z.object({
  graders_included: z.array(graderSchema),
  graders: z.partialRecord(graderSchema, graderEntrySchema),
  population_data: z.object({
    total: count,
    gem_total: count,
    gem_rate: rate,
    data_last_updated: date.nullable(),
    last_population_change: date.nullable(),
    by_grader: z.partialRecord(graderSchema, graderPopulationSchema),
  }),
});

/** The population block. */
export type Population = z.infer<typeof populationSchema>;

/** Copies of a card in total and by grader. */
export const countsByGraderSchema = z.object({
  total: count,
  gem_total: count,
  gem_rate: rate,
  by_grader: z.partialRecord(graderSchema, z.object({ total: count, gem_total: count })),
});

const cardPopulationSchema = describedIdentitySchema.extend({
  population: populationSchema,
  set_id: setIdSchema,
});

/** `GET /v1/cards/{card_id}` */
export const getCard = defineOperation({
  subject: 'cards.v1.get',
  path: '/v1/cards/{card_id}',
  summary: 'One card with its population',
  pathParameters: { card_id: cardIdPath },
  queryParameters: { auto_split: autoSplitFlag, grader: graderFilter },
  data: identitySchema.extend({
    parsed_description: parsedDescriptionSchema,
    total_population: count,
    gem_total: count,
    gem_rate: rate,
    graders_included: z.array(graderSchema),
    population: populationSchema,
    set_id: setIdSchema,
  }),
  errors: ['invalid_grader', 'invalid_parameter', 'card_not_found'],
});

/** `GET /v1/cards/{card_id}/population` */
export const getCardPopulation = defineOperation({
  subject: 'cards.v1.population',
  path: '/v1/cards/{card_id}/population',
  summary: "A card's population, over all graders or one",
  pathParameters: { card_id: cardIdPath },
  queryParameters: {
    auto_split: autoSplitFlag,
    ...parsedDescriptionFlags,
    grader: graderFilter,
  },
  data: cardPopulationSchema,
  errors: ['invalid_grader', 'invalid_parameter', 'card_not_found'],
});

/** `GET /v1/cards/population` */
export const getCardPopulations = defineOperation({
  subject: 'cards.v1.populations',
  path: '/v1/cards/population',
  summary: 'Populations of up to 100 cards',
  description: `Charged one for each different id, found or not; a \`400\` is charged one. If less than that is left, the
response is \`429 quota_exceeded\` and nothing is charged. A batch is one request against the limit per second.`,
  pathParameters: {},
  queryParameters: {
    card_ids: cardIdList,
    auto_split: autoSplitFlag,
    ...parsedDescriptionFlags,
    grader: graderFilter,
  },
  data: z.object({
    cards: z
      .array(
        z.object({
          requested_id: z.string().meta({ description: 'The id as sent.' }),
          ...cardPopulationSchema.shape,
        }),
      )
      .meta({ description: 'The cards that were found, in the order of `card_ids`.' }),
    not_found: z
      .array(z.string())
      .meta({ description: 'Unknown and malformed ids, as sent, in the order of `card_ids`.' }),
  }),
  errors: ['invalid_grader', 'invalid_parameter'],
  cost: ({ card_ids }) => card_ids.length,
});
