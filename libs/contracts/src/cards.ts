import { z } from 'zod';
import {
  describedIdentitySchema,
  gradersIncluded,
  identitySchema,
  parsedDescriptionSchema,
  totalsShape,
} from './card-schemas.js';
import { setId, text } from './fields.js';
import { autoSplitFlag, growthInclude, parsedDescriptionFlags } from './flags.js';
import { cardIdPath, graderFilter } from './id-parameters.js';
import { batchResults, cardIdList, distinctIds } from './lists.js';
import { defineOperation } from './operation.js';
import { includeList } from './parameters.js';
import { growth, populationSchema } from './population-schemas.js';

export const cardSchema = identitySchema
  .extend({
    parsed_description: parsedDescriptionSchema,
    ...totalsShape,
    graders_included: gradersIncluded(
      'Graders that list the card; with `grader`, at most that grader. The totals cover these graders.',
    ),
    population: populationSchema,
    growth,
    set_id: setId,
  })
  .meta({ description: 'One card with its totals and its population.' });

export const cardPopulationSchema = describedIdentitySchema
  .extend({ population: populationSchema, growth, set_id: setId })
  .meta({ description: 'The population of one card.' });

export const batchCardPopulationSchema = z
  .object({ requested_id: text('The id as sent in the request.'), ...cardPopulationSchema.shape })
  .meta({ description: 'The population of one card in a batch.' });

export const cardPopulationBatchSchema = z
  .object({
    cards: z
      .array(batchCardPopulationSchema)
      .meta({ description: 'The cards that were found, in the order of `card_ids`.' }),
    not_found: z
      .array(z.string())
      .meta({ description: 'Unknown and malformed ids, as sent, in the order of `card_ids`.' }),
    results: batchResults,
  })
  .meta({ description: 'Populations of up to 100 cards.' });

/** `GET /v1/cards/{card_id}` */
export const getCard = defineOperation({
  subject: 'cards.v1.get',
  pool: 'cards',
  path: '/v1/cards/{card_id}',
  tag: 'Cards',
  summary: 'Get a card with its population',
  description:
    'Looks up a card by its universal id or by the id of a grader card. With a universal id, the response describes the grader card with the same id. The population covers all graders unless `grader` restricts it.',
  pathParameters: { card_id: cardIdPath },
  queryParameters: {
    auto_split: autoSplitFlag,
    include: includeList('growth'),
    grader: graderFilter(),
  },
  data: cardSchema,
  errors: ['invalid_grader', 'invalid_parameter', 'card_not_found'],
  cacheable: true,
});

/** `GET /v1/cards/{card_id}/population` */
export const getCardPopulation = defineOperation({
  subject: 'cards.v1.population',
  pool: 'cards',
  path: '/v1/cards/{card_id}/population',
  tag: 'Population',
  summary: "Get a card's population",
  description:
    'Counts of graded copies by grade, over all graders or for one grader. For a grader that does not list the card, counts are zero and `graders_included` is empty.',
  pathParameters: { card_id: cardIdPath },
  queryParameters: {
    auto_split: autoSplitFlag,
    ...parsedDescriptionFlags,
    include: growthInclude,
    grader: graderFilter(),
  },
  data: cardPopulationSchema,
  errors: ['invalid_grader', 'invalid_parameter', 'card_not_found'],
  cacheable: true,
});

/** `GET /v1/cards/population` */
export const getCardPopulations = defineOperation({
  subject: 'cards.v1.populations',
  pool: 'card_batches',
  path: '/v1/cards/population',
  tag: 'Population',
  summary: 'Get the populations of up to 100 cards',
  description: `\`not_found\` lists ids that do not exist. The request is charged once for each different id, found or not; a \`400\` response
is charged once. If fewer requests are left, the response is \`429 quota_exceeded\` and nothing is charged. A batch counts as
one request against the limit per second.`,
  pathParameters: {},
  queryParameters: {
    card_ids: cardIdList,
    auto_split: autoSplitFlag,
    ...parsedDescriptionFlags,
    include: growthInclude,
    grader: graderFilter(),
  },
  data: cardPopulationBatchSchema,
  errors: ['invalid_grader', 'invalid_parameter'],
  cost: ({ card_ids }) => distinctIds(card_ids).length,
});
