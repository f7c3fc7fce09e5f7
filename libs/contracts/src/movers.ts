import { z } from 'zod';
import { identitySchema } from './cards.js';
import { defineOperation } from './operation.js';
import { choice } from './parameters.js';
import { categoryFilter } from './sets.js';

/** Days in each window of movers. */
export const MOVER_DAYS = { week: 7, month: 30 } as const;

/** Maximum number of movers in a response. */
export const MAX_MOVERS = 100;

const count = z.int().nonnegative();

/** `GET /v1/cards/population/movers` */
export const listMovers = defineOperation({
  subject: 'cards.v1.movers',
  path: '/v1/cards/population/movers',
  summary: 'The cards to which the most copies were added lately',
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
  data: z.object({
    window: z.object({
      start: z.iso.date().meta({ description: 'Changes recorded after this date count.' }),
      end: z.iso.date().meta({ description: 'The newest date in the data.' }),
    }),
    results: z
      .array(
        identitySchema.extend({
          added: z.int().positive().meta({
            description:
              'Copies (or gem copies) added in the window, over all graders. What a grader had when it first listed the card is not counted.',
          }),
          total_population: count,
          gem_total: count,
          gem_rate: z.number().min(0).max(1),
        }),
      )
      .max(MAX_MOVERS)
      .meta({ description: 'Most added first; universal cards and unmatched cards.' }),
  }),
  errors: ['invalid_parameter', 'as_of_unavailable'],
  cacheable: true,
});
