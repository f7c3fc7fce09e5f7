import { z } from 'zod';
import { count, gemRate, gemTotal, hexId, setId, text, url } from './fields.js';
import { GRADER_NAMES, GRADERS } from './graders.js';

export const graderSchema = z
  .enum(GRADERS)
  .meta({ description: 'A grading company, by its normalized name.' });

export const graderNameSchema = z.enum(GRADER_NAMES).meta({
  description:
    'A grading company as accepted in requests, in any letter case. `bgs`, `bvg` and `bccg` are aliases of `beckett`; `csg` is an alias of `cgc`.',
});

export function gradersIncluded(description: string) {
  return z.array(graderSchema).meta({ description });
}

/**
 * A parsed description. If a value is unknown, `parallel` and `subset` are null, and all other fields are empty
 * strings.
 */
export const parsedDescriptionSchema = z
  .object({
    category: text('Game or sport, for example `Pokemon`. Empty if unknown.'),
    year: text('Year or season, for example `1999` or `2018-19`. Empty if unknown.'),
    set_name: text('Name of the set as the grader spells it. Empty if unknown.'),
    name: text('Name of the card, usually its subject. Empty if unknown.'),
    card_number: text('Number printed on the card, for example `4/102`. Empty if unknown.'),
    parallel: text(
      'Version of the card, for example `1ST EDITION`. Null if there is none.',
    ).nullable(),
    subset: text('Subset to which the card belongs. Null if there is none.').nullable(),
  })
  .meta({ description: "The parts of a card's description, as the grader catalogs them." });

export type ParsedDescription = z.infer<typeof parsedDescriptionSchema>;

export const displayName = text(
  'The card as a person would write it, for example `Charizard, 1st Edition, 1999 Base Set #4`. For display only; may change.',
);

/** Fields that identify a card, at the top level of card, spec and search responses. */
export const identitySchema = z.object({
  description: text("Human-readable description of the card in the grader's words."),
  display_name: displayName,
  universal_card_id: hexId(
    'Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across graders.',
  ).nullable(),
  card_id: hexId(
    'Id of the grader card that the response describes, 40 hexadecimal digits. Equal to `universal_card_id` if the universal id comes from this grader.',
  ),
  is_universal_match: z.boolean().meta({
    description:
      'Whether the card is matched across graders. True if and only if `universal_card_id` is not null.',
  }),
  card_url: url('Public web page of the card.'),
  grader: graderSchema.meta({ description: 'Grader of the card that `card_id` identifies.' }),
});

/** Fields that identify a card, in responses that can contain `parsed_description`. */
export const describedIdentitySchema = identitySchema.extend({
  parsed_description: parsedDescriptionSchema.optional().meta({
    description: 'The parts of `description`. Present only if requested.',
  }),
});

export type Identity = z.infer<typeof describedIdentitySchema>;

/** Fields that identify the card of a cert. They are null if the cert is not linked to a card. */
export const certIdentitySchema = describedIdentitySchema.extend({
  description: text(
    "Description of the card in the grader's words, or of the copy if it is not linked to a card.",
  ),
  display_name: displayName.nullable().meta({
    description: 'The card as a person would write it. Null if the cert is not linked to a card.',
  }),
  card_id: hexId(
    "Id of the grader's own card, 40 hexadecimal digits. Null if the cert is not linked to a card.",
  ).nullable(),
  card_url: url(
    'Public web page of the card. Null if the cert is not linked to a card.',
  ).nullable(),
  grader: graderSchema.meta({ description: 'Grader that graded the copy.' }),
});

export type CertIdentity = z.infer<typeof certIdentitySchema>;

/** Totals of a card over the graders in `graders_included`. */
export const totalsShape = {
  total_population: count('Number of graded copies of the graders in `graders_included`.'),
  gem_total: gemTotal,
  gem_rate: gemRate,
  graders_included: gradersIncluded('Graders that list the card.'),
};

/** The summary of a card in lists and search results. */
export const cardSummarySchema = identitySchema.extend({
  parsed_description: parsedDescriptionSchema,
  ...totalsShape,
  set_id: setId,
});

export type CardSummary = z.infer<typeof cardSummarySchema>;

export const graderTotalsSchema = z
  .object({ total: count('Total number of copies of this grader.'), gem_total: gemTotal })
  .meta({ description: "One grader's totals of a card." });

export const countsByGraderSchema = z.object({
  total: count('Number of copies over all graders.'),
  gem_total: gemTotal,
  gem_rate: gemRate,
  by_grader: z
    .partialRecord(graderSchema, graderTotalsSchema)
    .meta({ description: 'Totals of each grader that lists the card.' }),
});
