import { z } from 'zod';
import { graderEntrySchema, graderSchema, identitySchema } from './cards.js';
import { optionalDay } from './day.js';
import { defineOperation } from './operation.js';
import { cardIdPath, choice, graderFilter, optionalWord } from './parameters.js';

const count = z.int().nonnegative();
const rate = z.number().min(0).max(1).meta({ description: 'A fraction, rounded to 4 decimals.' });
const date = z.iso.date();
const counts = z.record(z.string(), count).meta({ description: 'Label key to number of copies.' });

const windowSchema = z.object({
  mode: z.literal('trailing'),
  interval: z.enum(['two_week', 'week']),
  lookback: z.literal('three_year'),
  as_of: date.meta({ description: 'The newest date for which any population is recorded.' }),
  start: date.meta({ description: 'The oldest date of each series.' }),
  end: date.meta({ description: 'The newest date of each series; `as_of` without `to`.' }),
  points: count.meta({ description: 'How many dates each series has.' }),
});

/** The dates of a population history. */
export type HistoryWindow = z.infer<typeof windowSchema>;

/** A grader's counts on one date. */
export const historyPointSchema = z.object({
  date,
  total: count.meta({
    description: 'The newest count recorded at or before the date; 0 before `first_recorded`.',
  }),
  gem_total: count,
  gem_rate: rate,
  grades: counts.optional().meta({ description: 'Absent with `fields=totals`.' }),
  qualifiers: counts.optional().meta({ description: 'Only for psa. Absent with `fields=totals`.' }),
});

/** A grader's counts on one date. */
export type HistoryPoint = z.infer<typeof historyPointSchema>;

/** A population over three years. */
export const populationHistorySchema = z.object({
  graders_included: z.array(graderSchema),
  graders: z.partialRecord(graderSchema, graderEntrySchema),
  window: windowSchema,
  population_data: z.object({
    total: count,
    gem_total: count,
    gem_rate: rate,
    data_last_updated: date.nullable(),
    last_population_change: date.nullable(),
    by_grader: z.partialRecord(
      graderSchema,
      z.object({
        total: count,
        gem_total: count,
        gem_rate: rate,
        last_population_change: date.nullable(),
        first_recorded: date.nullable().meta({
          description:
            'The first date with a count. What there was before is not known: earlier points say 0.',
        }),
        history: z.array(historyPointSchema).meta({ description: 'Oldest first.' }),
      }),
    ),
  }),
});

/** A population over three years. */
export type PopulationHistory = z.infer<typeof populationHistorySchema>;

/** `GET /v1/cards/{card_id}/population/history` */
export const getCardHistory = defineOperation({
  subject: 'cards.v1.history',
  path: '/v1/cards/{card_id}/population/history',
  aliases: ['/v1/cards/{card_id}/history'],
  summary: "A card's population over the last three years",
  pathParameters: { card_id: cardIdPath },
  queryParameters: {
    interval: choice('Step of the grid.', 'two_week', 'week'),
    grader: graderFilter,
    from: optionalDay(
      'First day: points on that day or later. Within the window, which is three years up to `as_of`.',
    ),
    to: optionalDay(
      'Last day: points on that day or earlier. Within the window, not before `from`.',
    ),
    fields: optionalWord(
      '`totals` leaves out `grades` and `qualifiers`: about a seventh of the size.',
      'totals',
    ),
  },
  data: identitySchema.extend({ population: populationHistorySchema }),
  errors: ['invalid_grader', 'invalid_parameter', 'card_not_found', 'as_of_unavailable'],
  permission: 'history',
});
