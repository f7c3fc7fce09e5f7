import { z } from 'zod';
import { graderSchema, identitySchema } from './card-schemas.js';
import { optionalDay } from './day.js';
import { count, date, gemRate, gemTotal } from './fields.js';
import { cardIdPath, graderFilter } from './id-parameters.js';
import { defineOperation } from './operation.js';
import { choice } from './parameters.js';
import { blockShape, blockTotalsShape, gradeCountsSchema } from './population-schemas.js';

export const historyWindowSchema = z
  .object({
    mode: z
      .literal('trailing')
      .meta({ description: 'The window, which ends at the latest date in the data.' }),
    interval: z.enum(['two_week', 'week']).meta({
      description: 'Interval between two points: 14 or 7 days, counted back from `as_of`.',
    }),
    lookback: z
      .literal('three_year')
      .meta({ description: 'No point is older than three calendar years before `as_of`.' }),
    as_of: date('Latest date for which any population is recorded, in UTC.'),
    start: date('First date of each series, in UTC.'),
    end: date('Last date of each series, in UTC. Equal to `as_of` without `to`.'),
    points: count('Number of points in each series.'),
  })
  .meta({ description: 'The dates that a population history covers.' });

export type HistoryWindow = z.infer<typeof historyWindowSchema>;

export const historyPointSchema = z
  .object({
    date: date('Date of the point, in UTC.'),
    total: count(
      'Total number of copies: the latest count recorded on or before the date; 0 before `first_recorded`.',
    ),
    gem_total: gemTotal,
    gem_rate: gemRate,
    grades: gradeCountsSchema.optional().meta({
      description: 'Number of copies by grade label key. Absent with `fields=totals`.',
    }),
    qualifiers: gradeCountsSchema.optional().meta({
      description:
        'Number of copies with a qualifier by grade label key. Only for psa. Absent with `fields=totals`.',
    }),
  })
  .meta({ description: "One grader's counts on one date." });

export type HistoryPoint = z.infer<typeof historyPointSchema>;

export const graderHistorySchema = z
  .object({
    total: count('Current total number of copies of this grader.'),
    gem_total: gemTotal,
    gem_rate: gemRate,
    last_population_change: blockTotalsShape.last_population_change,
    first_recorded: date(
      'First date with a recorded count, in UTC. Earlier counts are unknown, and earlier points are 0. Null if no population was ever recorded.',
    ).nullable(),
    history: z
      .array(historyPointSchema)
      .meta({ description: 'One point for each date of the window, oldest first.' }),
  })
  .meta({ description: "One grader's counts of a card over time." });

export const populationHistorySchema = z
  .object({
    ...blockShape,
    window: historyWindowSchema,
    population_data: z
      .object({
        ...blockTotalsShape,
        by_grader: z
          .partialRecord(graderSchema, graderHistorySchema)
          .meta({ description: 'History of each grader in `graders_included`.' }),
      })
      .meta({ description: 'Current totals of the card, and the history of each grader.' }),
  })
  .meta({ description: 'Population of a card over the last three years.' });

export const cardHistorySchema = identitySchema
  .extend({ population: populationHistorySchema })
  .meta({ description: 'The population history of one card.' });

/** `GET /v1/cards/{card_id}/population/history` */
export const getCardHistory = defineOperation({
  subject: 'cards.v1.history',
  pool: 'history',
  path: '/v1/cards/{card_id}/population/history',
  aliases: ['/v1/cards/{card_id}/history'],
  tag: 'Population',
  summary: "Get a card's population over the last three years",
  description:
    'Returns one series for each grader, oldest point first. Points are two weeks or one week apart, counted back from the latest date in the data. Start a chart at `first_recorded`, because earlier counts are unknown and shown as 0. A date is the UTC date on which a change was recorded, typically the day after grading.',
  pathParameters: { card_id: cardIdPath },
  queryParameters: {
    interval: choice('Interval between two points: 14 or 7 days.', 'two_week', 'week'),
    grader: graderFilter(),
    from: optionalDay(
      'First day. Returns points on or after that day: none if it is after `as_of`. Must not be before the window, which covers three years up to `as_of`.',
      '2026-10-01',
    ),
    to: optionalDay(
      'Last day. Returns points on or before that day. A day after `as_of` means `as_of`. Must not be before the window or before `from`.',
      '2026-10-31',
    ),
    fields: z
      .enum(['totals'], 'must be `totals`, or absent.')
      .transform(() => true)
      .pipe(z.boolean())
      .default(false)
      .meta({
        description:
          '`totals` omits `grades` and `qualifiers`, which reduces the response to about a seventh of its size.',
      }),
  },
  data: cardHistorySchema,
  errors: ['invalid_grader', 'invalid_parameter', 'card_not_found', 'as_of_unavailable'],
  permission: 'history',
});
