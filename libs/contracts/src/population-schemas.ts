import { z } from 'zod';
import { graderSchema, gradersIncluded, parsedDescriptionSchema } from './card-schemas.js';
import { count, date, gemRate, gemTotal, hexId, text } from './fields.js';

export const gradeCountsSchema = z.record(z.string(), z.int().nonnegative()).meta({
  description:
    'Number of copies by grade label key, `{grader}_{grade}`, lowest grade first. Every grade of the grader has a key; `/v1/grades` lists them.',
  examples: [{ psa_9: 500, psa_10: 40 }],
});

const grades = gradeCountsSchema.meta({ description: 'Number of copies by grade label key.' });
const qualifiers = gradeCountsSchema.meta({
  description: 'Number of copies with a qualifier by grade label key (`psa_q1` to `psa_q9`).',
});

/** PSA's counts of either the autographed copies or the copies without an autograph. */
export const autoSplitCountsSchema = z
  .object({
    total: count('Total number of copies of this kind.'),
    gem_total: gemTotal,
    gem_rate: gemRate,
    grades,
    qualifiers,
  })
  .meta({ description: 'Counts of either the autographed or the other copies of PSA.' });

export type AutoSplitCounts = z.infer<typeof autoSplitCountsSchema>;

/** PSA's counts, separately for copies with and without an autograph. */
export const autoSplitSchema = z
  .object({
    auto: autoSplitCountsSchema.meta({ description: 'Autographed copies.' }),
    non_auto: autoSplitCountsSchema.meta({ description: 'Counts of copies without an autograph.' }),
  })
  .meta({
    description:
      "PSA's counts, split into autographed and other copies. All zeros if none are known.",
  });

const lastPopulationChange = date(
  'Date on which a count last changed, in UTC. Null if no population was ever recorded.',
).nullable();

export const graderPopulationSchema = z
  .object({
    total: count(
      'Total number of copies of this grader, including authentic copies and those with a qualifier.',
    ),
    gem_total: gemTotal,
    gem_rate: gemRate,
    last_population_change: lastPopulationChange,
    grades,
    qualifiers: qualifiers.optional().meta({
      description: 'Number of copies with a qualifier by grade label key. Only for psa.',
    }),
    auto_split: autoSplitSchema.optional().meta({
      description:
        'Separate counts of autographed and other copies. Only for psa, and only if requested.',
    }),
  })
  .meta({ description: "One grader's counts of a card." });

export type GraderPopulation = z.infer<typeof graderPopulationSchema>;

export const graderCardSchema = z
  .object({
    card_id: hexId("Id of the grader's own card, 40 hexadecimal digits."),
    set_url: text(
      "URL of the set's population page at the grader. Null if it is unknown.",
    ).nullable(),
    spec_id: text('Spec number at PSA. Only for psa. Null if it is unknown.').nullable().optional(),
    parsed_description: parsedDescriptionSchema.optional().meta({
      description: 'The parts of the description. Present only if requested.',
    }),
  })
  .meta({ description: "A grader's own record of a card." });

export type GraderCard = z.infer<typeof graderCardSchema>;

/** The graders of a population block, and their grader cards. */
export const blockShape = {
  graders_included: gradersIncluded('Graders that the counts cover.'),
  graders: z
    .partialRecord(graderSchema, graderCardSchema)
    .meta({ description: 'The card of each grader in `graders_included`.' }),
};

export const blockTotalsShape = {
  total: count('Number of copies of all graders in `graders_included`.'),
  gem_total: gemTotal,
  gem_rate: gemRate,
  data_last_updated: date(
    'Date of the latest recorded population, in UTC. Null if none was ever recorded.',
  ).nullable(),
  last_population_change: lastPopulationChange,
};

export const populationDataSchema = z
  .object({
    ...blockTotalsShape,
    by_grader: z
      .partialRecord(graderSchema, graderPopulationSchema)
      .meta({ description: 'Counts of each grader in `graders_included`.' }),
  })
  .meta({ description: 'Totals of a card, and the counts of each grader.' });

export const populationSchema = z
  .object({
    ...blockShape,
    population_data: populationDataSchema,
  })
  .meta({
    description: 'Number of graded copies of a card by grade, over all graders or for one of them.',
  });

export type Population = z.infer<typeof populationSchema>;

/** The periods of {@link growthSchema}, and their lengths in days. */
export const GROWTH_DAYS = { week: 7, month: 30, quarter: 91, year: 365 } as const;

export const growthPeriodSchema = z
  .object({
    since: date('Date, in UTC, after which copies count as added.'),
    total: z.int().meta({
      description: 'Number of copies added since then. Negative if copies were removed.',
    }),
    gem_total: z.int().meta({
      description: 'Number of gem copies added since then. Negative if copies were removed.',
    }),
    graders_included: gradersIncluded(
      'Graders that the numbers cover: those whose counts were recorded on or before `since`.',
    ),
  })
  .meta({ description: 'Number of copies added in one period.' });

const growthPeriod = (days: number) =>
  growthPeriodSchema.nullable().meta({
    description: `Growth in the ${days} days before \`as_of\`. Null if no grader has counts that old.`,
  });

export const growthSchema = z
  .object({
    as_of: date(
      'Latest date for which any population is recorded, in UTC. Null if there is none.',
    ).nullable(),
    week: growthPeriod(GROWTH_DAYS.week),
    month: growthPeriod(GROWTH_DAYS.month),
    quarter: growthPeriod(GROWTH_DAYS.quarter),
    year: growthPeriod(GROWTH_DAYS.year),
  })
  .meta({ description: 'Number of copies of a card that were added up to `as_of`.' });

export type Growth = z.infer<typeof growthSchema>;

export const growth = growthSchema.optional().meta({
  description: 'Growth of the population. Present only with `include=growth`.',
});
