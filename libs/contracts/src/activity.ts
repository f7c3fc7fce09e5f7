import { z } from 'zod';
import { graderSchema } from './card-schemas.js';
import { optionalDay } from './day.js';
import { count, date, gemRate, gemTotal, text } from './fields.js';
import { moverSchema } from './movers.js';
import { defineOperation } from './operation.js';
import { choice } from './parameters.js';
import { cardSetSchema } from './sets.js';

/** Number of weeks and months in the list, including the current one. */
export const ACTIVITY_PERIODS = { week: 53, month: 13 } as const;

/** Maximum number of cards, sets, names and categories of a period. */
export const MAX_LEADERS = 20;

const added = (description: string) => z.int().meta({ description });

export const graderActivitySchema = z
  .object({
    added: added('Copies added; negative if corrections outweigh them.'),
    gem_added: added('Gem copies added.'),
  })
  .meta({ description: 'The copies that one grader added in a period.' });

const period = {
  start: date('First date of the period, in UTC: a Monday, or the first day of a month.'),
  end: date('Last date of the period, in UTC: a Sunday, or the last day of a month.'),
  is_complete: z
    .boolean()
    .meta({ description: 'Whether the data covers the whole period. False for the current one.' }),
  added: added('Copies added over all graders in `by_grader`.'),
  by_grader: z.partialRecord(graderSchema, graderActivitySchema).meta({
    description:
      'Copies added by each grader. A grader is absent if its counts were recorded only later, or not since the start of the period.',
  }),
};

export const activityPeriodSchema = z
  .object(period)
  .meta({ description: 'The copies that were added in one week or month.' });

const leader = z
  .int()
  .min(1)
  .meta({ description: 'Copies added in the period, over all graders.' });

export const namedLeaderSchema = z
  .object({ name: text('The name, in normal case.'), added: leader })
  .meta({ description: 'A name with the copies that were added.' });

export const activityLeadersSchema = z
  .object({
    ...period,
    cards: z.array(moverSchema).meta({ description: 'Universal cards and unmatched cards.' }),
    sets: z.array(cardSetSchema.extend({ added: leader })).meta({ description: 'Sets.' }),
    names: z.array(namedLeaderSchema).meta({ description: 'Characters and players.' }),
    categories: z.array(namedLeaderSchema).meta({ description: 'Games and sports.' }),
  })
  .meta({
    description: `One period, with the cards, sets, names and categories to which the most copies were added: at most ${MAX_LEADERS} of each, most copies first.`,
  });

export const graderSumsSchema = z
  .object({
    cards: count('Number of grader cards.'),
    total: count('Number of copies.'),
    gem_total: gemTotal,
  })
  .meta({ description: 'The totals of one grader.' });

export const activitySchema = z
  .object({
    as_of: date('Latest date for which any population is recorded, in UTC.'),
    totals: z
      .object({
        cards: count('Number of universal cards, including unmatched cards.'),
        certs: count('Number of certs of all graders.'),
        total_population: count('Number of graded copies over all graders.'),
        gem_total: gemTotal,
        gem_rate: gemRate,
        by_grader: z
          .partialRecord(graderSchema, graderSumsSchema)
          .meta({ description: 'Totals of each grader.' }),
      })
      .meta({ description: 'Totals of the whole data.' }),
    periods: z.array(activityPeriodSchema).meta({
      description:
        'Weeks or months, oldest first. They begin after the first recorded date, and end with the one that contains `as_of`.',
    }),
    leaders: activityLeadersSchema.nullable().meta({
      description:
        'The period that contains `date`. Null without `date`, or if no listed period contains it.',
    }),
  })
  .meta({ description: 'How much is graded: totals, and the copies added per week or month.' });

/** `GET /v1/cards/population/activity` */
export const getActivity = defineOperation({
  subject: 'cards.v1.activity',
  pool: 'search',
  path: '/v1/cards/population/activity',
  tag: 'Population',
  summary: 'Get totals and the copies added per week or month',
  description: `Returns the totals of all cards, and the copies that each grader added in each of the last ${ACTIVITY_PERIODS.week} weeks or ${ACTIVITY_PERIODS.month} months. An addition is the difference between two recorded counts of a card, on the date of the later one. The first count of a grader card is not included.`,
  pathParameters: {},
  queryParameters: {
    interval: choice('Length of the periods. Weeks begin on Monday.', 'week', 'month'),
    date: optionalDay('Adds `leaders` of the period that contains this date.', '2026-03-30'),
  },
  data: activitySchema,
  errors: ['invalid_parameter', 'as_of_unavailable'],
  cacheable: true,
});
