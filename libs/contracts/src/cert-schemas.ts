import { z } from 'zod';
import { certIdentitySchema, graderSchema } from './card-schemas.js';
import { count, date, gemRate, gemTotal, month, rate, text, url } from './fields.js';
import { QUALIFIER_TYPES } from './grades.js';
import { populationSchema } from './population-schemas.js';

const gradePopulation = count("Number of copies at the cert's grade, without a qualifier.");
const populationHigher = count(
  'Number of copies at higher grades of the same grader, without those with a qualifier.',
);

/**
 * PSA's counts at and above the grade of the cert, and in total, either for autographed copies or for copies without an
 * autograph.
 */
export const splitContextSchema = z
  .object({
    grade_population: gradePopulation,
    population_higher: populationHigher,
    total_population: count('Total number of copies of this kind.'),
    grade_qualifier_population: count("Number of copies at the cert's grade with a qualifier."),
  })
  .meta({
    description:
      "PSA's counts for one kind of copies: at the cert's grade, at higher grades, and in total.",
  });

export type SplitContext = z.infer<typeof splitContextSchema>;

/**
 * PSA's counts at and above the grade of the cert, and in total, separately for copies with and without an autograph.
 */
export const autoSplitContextSchema = z
  .object({
    auto: splitContextSchema.meta({ description: 'Autographed copies.' }),
    non_auto: splitContextSchema.meta({ description: 'Counts of copies without an autograph.' }),
  })
  .meta({
    description:
      "PSA's counts at the cert's grade, at higher grades, and in total, split into autographed and other copies.",
  });

/** The grader's counts at and above the grade of the cert, and in total. */
export const populationContextSchema = z
  .object({
    grade_population: gradePopulation,
    grade_qualifier_population: count(
      "Number of copies at the cert's grade with a qualifier. Present only if the cert has a qualifier.",
    ).optional(),
    population_higher: populationHigher,
    total_population: count('Total number of copies of the card at this grader.'),
    gem_total: gemTotal,
    gem_rate: gemRate,
  })
  .meta({
    description:
      "Counts from the cert's own grader: at the cert's grade, at higher grades, and in total. Counts of all graders are at `/v1/cards/{card_id}/population`.",
  });

export type PopulationContext = z.infer<typeof populationContextSchema>;

const subgrade = (part: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `Grade of the ${part}, from 0 to 10. Null if it was not given.` });

/** Beckett's subgrades. */
export const subgradesSchema = z
  .object({
    centering: subgrade('centering'),
    corners: subgrade('corners'),
    edges: subgrade('edges'),
    surface: subgrade('surface'),
  })
  .meta({ description: "Beckett's four subgrades." });

export const graderDataSchema = z
  .object({
    cert: text('Cert number as printed on the slab.'),
    grade: text(
      'Grade label key, `{grader}_{grade}`, for example `psa_7` or `psa_q8` with a qualifier. Null if the copy has no grade.',
    ).nullable(),
    grade_label: text(
      'Grade as printed on the slab, for example `NM 7` or `NM-MT 8 (OC)`. Null if the dataset has none.',
    ).nullable(),
    set_url: text(
      "URL of the set's population page at the grader. Null if it is unknown.",
    ).nullable(),
    population_context: populationContextSchema.nullable().meta({
      description:
        "Counts from the cert's own grader: at the cert's grade, at higher grades, and in total. Null if the cert has no grade or no card.",
    }),
    has_auto_grade: z
      .boolean()
      .meta({ description: 'Whether the autograph on the card has its own grade.' }),
    auto_grade_label: text(
      'Grade of the autograph, for example `AUTO 10`. Null if there is none.',
    ).nullable(),
    cert_retrieval_month: month(
      'Month in which the data of the cert was last retrieved. Null if it is unknown.',
    ).nullable(),
    spec_id: text("Spec number of the cert's card. Only for psa. Null if it is unknown.")
      .nullable()
      .optional(),
    qualifier_type: z.enum(QUALIFIER_TYPES).nullable().optional().meta({
      description:
        'Why the grade has a qualifier: off center, miscut, staining, print defect, out of focus or marks. Only for psa. Null without a qualifier.',
    }),
    population_context_auto_split: autoSplitContextSchema.optional().meta({
      description:
        'Separate counts for autographed and other copies. Always present for psa, and only for psa.',
    }),
    subgrades: subgradesSchema.optional().meta({
      description: 'The four subgrades. Only for beckett, and only if at least one was given.',
    }),
  })
  .meta({ description: "The grader's data about one copy." });

export type GraderData = z.infer<typeof graderDataSchema>;

/** One graded copy, without optional fields. */
export const leanCertSchema = certIdentitySchema
  .extend({ grader_data: graderDataSchema })
  .meta({ description: "One graded copy of a card, with its grader's data." });

export const certSourceSchema = z
  .object({
    grader: graderSchema,
    cert: text('Cert number as printed on the slab.'),
    cert_url: url('URL of the cert at the grader. Null if the grader has no such page.').nullable(),
    set_url: text(
      "URL of the set's population page at the grader. Null if it is unknown.",
    ).nullable(),
    spec_id: text("The grader's spec number of the card. Null if it is unknown.").nullable(),
    retrieved_month: month(
      'Month in which the data was last retrieved. Null if it is unknown.',
    ).nullable(),
    population_as_of: date(
      "Date of the grader's latest population of the card. Null if none was ever recorded.",
    ).nullable(),
  })
  .meta({ description: 'Source of the data of a cert.' });

export type CertSource = z.infer<typeof certSourceSchema>;

export const graderStandingSchema = z
  .object({
    grade: text(
      "The grader's label key for the universal grade. Null if it has no such grade.",
    ).nullable(),
    grade_population: count('Number of copies of this grader at the universal grade.'),
    population_higher: count('Number of copies of this grader at higher universal grades.'),
    total_population: count('Total number of copies of this grader.'),
  })
  .meta({ description: "One grader's number of copies at and above a universal grade." });

export type GraderStanding = z.infer<typeof graderStandingSchema>;

/** Cross-grader counts at a cert's universal grade. */
export const crossGraderSchema = z
  .object({
    grade: text('Universal grade of the cert, a `grade` of `/v1/grades`, for example `gem_mint`.'),
    grade_population: count('Number of copies at the universal grade over all graders.'),
    grade_rate: rate(
      'Copies at the universal grade divided by all copies, a fraction from 0 to 1 rounded to 4 decimals.',
    ),
    population_higher: count('Number of copies at higher universal grades over all graders.'),
    higher_rate: rate(
      'Copies at higher universal grades divided by all copies, a fraction from 0 to 1 rounded to 4 decimals.',
    ),
    total_population: count('Total number of copies over all graders.'),
    total_gems_or_greater: count('Number of copies with a gem grade over all graders.'),
    gem_rate: gemRate,
    by_grader: z
      .partialRecord(graderSchema, graderStandingSchema)
      .meta({ description: 'Counts of each grader that lists the card.' }),
  })
  .meta({
    description:
      "How a cert's grade compares with all copies of its card over all graders. A grade with a qualifier counts as the plain grade.",
  });

export type CrossGrader = z.infer<typeof crossGraderSchema>;

export const source = certSourceSchema.optional().meta({
  description: 'Source of the data. Present only with `include=source`.',
});

export const certSchema = leanCertSchema
  .extend({
    source,
    population: populationSchema.nullable().optional().meta({
      description:
        'Population of the card. Present only with `include=population`. Null if the cert is not linked to a card.',
    }),
    cross_grader: crossGraderSchema.nullable().optional().meta({
      description:
        'Comparison of the grade over all graders. Present only with `include=population`. Null if the cert has no grade or no card.',
    }),
  })
  .meta({
    description: "One graded copy of a card, with its grader's data.",
  });

export type Cert = z.infer<typeof leanCertSchema>;

export const authenticationRecordSchema = z
  .object({
    description: text('Human-readable description of the signed item.'),
    result: text('Result of the authentication as PSA words it, for example `Authentic`.'),
    primary_subjects: z
      .array(z.string())
      .meta({ description: 'People whose signatures were authenticated.' }),
    other_subjects: z
      .array(z.string())
      .meta({ description: 'Names of other signers. Empty if there are none.' }),
    cert_details_cached: month(
      'Month in which the record was last retrieved. Null if it is unknown.',
    ).nullable(),
  })
  .meta({
    description:
      'A signed item that PSA authenticated without grading a card. It has no population.',
  });

export type AuthenticationRecord = z.infer<typeof authenticationRecordSchema>;
