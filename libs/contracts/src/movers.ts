import { z } from 'zod';
import { identitySchema } from './card-schemas.js';
import { count, date, gemRate, gemTotal } from './fields.js';
import { defineOperation } from './operation.js';
import { choice } from './parameters.js';
import { categoryFilter } from './sets.js';

/** Length of each window of movers in days. */
export const MOVER_DAYS = { week: 7, month: 30 } as const;

/** Maximum number of movers in a response. */
export const MAX_MOVERS = 100;

/** A card that gained copies. */
export const moverSchema = identitySchema
  .extend({
    added: z.int().positive().meta({
      description:
        'Copies (or gem copies) added in the window, over all graders. What a grader had when it first listed the card is not counted.',
    }),
    total_population: count('Graded copies over all graders.'),
    gem_total: gemTotal,
    gem_rate: gemRate,
  })
  .meta({ description: 'A card to which copies were added.' });

/** The cards that gained the most copies. */
export const moversSchema = z
  .object({
    window: z
      .object({
        start: date('Changes recorded after this date count, in UTC.'),
        end: date('The newest date in the data, in UTC.'),
      })
      .meta({ description: 'The dates between which copies were added.' }),
    results: z
      .array(moverSchema)
      .max(MAX_MOVERS)
      .meta({ description: 'Most added first; universal cards and unmatched cards.' }),
  })
  .meta({ description: 'The cards to which the most copies were added in a window.' });

/** `GET /v1/cards/population/movers` */
export const listMovers = defineOperation({
  subject: 'cards.v1.movers',
  path: '/v1/cards/population/movers',
  tag: 'Population',
  summary: 'List the cards to which the most copies were added',
  description: `At most ${MAX_MOVERS} cards, most added first, in the last ${MOVER_DAYS.week} or ${MOVER_DAYS.month} days of the data. The result changes with each import.`,
  pathParameters: {},
  queryParameters: {
    window: choice(
      `Days that end at the newest date in the data: ${MOVER_DAYS.week} or ${MOVER_DAYS.month}.`,
      'week',
      'month',
    ),
    category: categoryFilter,
    metric: choice('Count all copies or only gem copies.', 'copies', 'gems'),
  },
  data: moversSchema,
  errors: ['invalid_parameter', 'as_of_unavailable'],
  cacheable: true,
});
