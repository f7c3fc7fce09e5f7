import { z } from 'zod';
import { cardSummarySchema } from './card-schemas.js';
import { date } from './fields.js';
import { defineOperation } from './operation.js';
import { choice } from './parameters.js';
import { categoryFilter } from './sets.js';

/** Length of each window for movers, in days. */
export const MOVER_DAYS = { week: 7, month: 30 } as const;

export const MAX_MOVERS = 100;

export const moverSchema = cardSummarySchema
  .extend({
    added: z.int().min(1).meta({
      description:
        'Number of copies (or gem copies) added in the window, over all graders. The first count of a grader is not included.',
    }),
  })
  .meta({ description: 'A card that gained copies.' });

export const moversSchema = z
  .object({
    window: z
      .object({
        start: date('Date, in UTC, after which changes count.'),
        end: date('Latest date in the data, in UTC.'),
      })
      .meta({ description: 'The dates between which copies were added.' }),
    results: z.array(moverSchema).max(MAX_MOVERS).meta({
      description: 'Universal cards and unmatched cards, with the largest increase first.',
    }),
  })
  .meta({ description: 'The cards that gained the most copies in a window.' });

/** `GET /v1/cards/population/movers` */
export const listMovers = defineOperation({
  subject: 'cards.v1.movers',
  pool: 'search',
  path: '/v1/cards/population/movers',
  tag: 'Population',
  summary: 'List the cards that gained the most copies',
  description: `Returns at most ${MAX_MOVERS} cards, with the largest increase first, in the last ${MOVER_DAYS.week} or ${MOVER_DAYS.month} days of the data. The result changes with each import.`,
  pathParameters: {},
  queryParameters: {
    window: choice(
      `Window of ${MOVER_DAYS.week} or ${MOVER_DAYS.month} days up to the latest date in the data.`,
      'week',
      'month',
    ),
    category: categoryFilter,
    metric: choice('Whether to count all copies or only gem copies.', 'copies', 'gems'),
  },
  data: moversSchema,
  errors: ['invalid_parameter', 'as_of_unavailable'],
  cacheable: true,
});
