import { z } from 'zod';
import {
  cardSummarySchema,
  graderSchema,
  gradersIncluded,
  graderTotalsSchema,
} from './card-schemas.js';
import { ApiError } from './errors.js';
import { count, date, gemRate, gemTotal, hexId, text } from './fields.js';
import { optionalFlag } from './flags.js';
import { GRADERS } from './graders.js';
import { hexIdPath } from './id-parameters.js';
import { defineOperation } from './operation.js';
import { choice, optional, printed, rejection, trimmedText, wholeNumber } from './parameters.js';

export const SETS_PAGE_SIZE = 50;

export const SET_CARDS_PAGE_SIZE = 100;

const MAX_PAGE = 1_000_000;
const MAX_CHARACTERS = 200;

export const cardSetSchema = z
  .object({
    display_name: text(
      'The set as a person would write it, for example `1999 Base Set`. For display only; may change.',
    ),
    set_id: hexId('Id of the set, 40 hexadecimal digits.'),
    category: text('Game or sport, for example `Pokemon`.'),
    year: text('Year or season, for example `1999` or `2018-19`.'),
    set_name: text(
      'Name of the set as one of its grader cards spells it. Empty if the cards have no set name.',
    ),
    cards: count('Number of universal cards in the set, including unmatched cards.'),
    total_population: count('Number of copies of all its cards over all graders.'),
    gem_total: gemTotal,
    gem_rate: gemRate,
    graders_included: gradersIncluded('Graders that list at least one of the cards.'),
  })
  .meta({ description: 'Cards that share category, year and set name, with their totals.' });

export type CardSet = z.infer<typeof cardSetSchema>;

export const setParallelSchema = z
  .object({
    parallel: text('Parallel in normal case, for example `1st Edition`. Empty for the base cards.'),
    cards: count('Number of universal cards of this parallel.'),
    total_population: count('Number of copies of these cards over all graders.'),
    gem_total: gemTotal,
  })
  .meta({ description: 'The cards of one parallel of a set.' });

export const cardSetDetailsSchema = cardSetSchema
  .extend({
    last_population_change: date(
      'Latest date on which a count of any of its cards changed, in UTC. Null if no population is recorded for any of its cards.',
    ).nullable(),
    parallels: z
      .array(setParallelSchema)
      .meta({ description: 'The parallels of the set, most cards first.' }),
  })
  .meta({ description: 'One set with its totals and the date of its last change.' });

export const setCardSchema = cardSummarySchema
  .extend({
    by_grader: z
      .partialRecord(graderSchema, graderTotalsSchema)
      .meta({ description: 'Totals of each grader that lists the card.' }),
  })
  .meta({ description: 'A card of a set, with its totals over all graders.' });

/**
 * The path variable `{set_id}`: 40 hexadecimal digits in any letter case. A different string is treated as an unknown
 * set.
 */
const setIdPath = hexIdPath.meta({
  description: 'Set id, as in `set_id` of cards and search results.',
  examples: ['375017c0baf54ba373cfaf35182151c1cc73f3a3'],
  toError: setNotFound,
});

export function setNotFound(setId: string): ApiError {
  return new ApiError('set_not_found', 'No set has this id.', {
    details: { set_id: setId.slice(0, 64) },
  });
}

/** Creates a string filter whose value is normalized for comparison; null if absent or empty. */
function filter(text: z.ZodString, meta: z.GlobalMeta) {
  const nullIfEmpty = text.transform((trimmed) => trimmed || null).pipe(z.string().nullable());
  return nullIfEmpty.default(null).meta(meta);
}

export const categoryFilter = filter(trimmedText, {
  description:
    'Restricts the list to this category. Letter case, accents and repeated spaces are ignored.',
  examples: ['Pokemon'],
});

const yearFilter = filter(trimmedText, {
  description: 'Restricts the list to this year, as in the data, for example `1999` or `2023-24`.',
  examples: ['1999'],
});

/** The query parameter `query` of the list of sets. Null if absent or blank. */
const setQuery = filter(
  z
    .string()
    .overwrite(printed)
    .refine(
      (trimmed) => [...trimmed].length <= MAX_CHARACTERS,
      rejection('too_long', `must have at most ${MAX_CHARACTERS} characters.`),
    ),
  {
    description: `Restricts the list to sets that have all of these words in category, year or name. The last word may be incomplete. At most ${MAX_CHARACTERS} characters. Sets whose whole name is in the query come first.`,
    alias: 'q',
    examples: ['1999 pokemon game'],
  },
);

/** `GET /v1/sets` */
export const listSets = defineOperation({
  subject: 'search.v1.sets',
  pool: 'search',
  path: '/v1/sets',
  tag: 'Cards',
  summary: 'List sets with their totals',
  description: `Returns ${SETS_PAGE_SIZE} sets per page, most graded copies first. A set consists of the cards that share category, year and set
name. Empty filters do not restrict the list.`,
  pathParameters: {},
  queryParameters: {
    query: setQuery,
    category: categoryFilter,
    year: yearFilter,
    page: wholeNumber(
      `Page number. A page has ${SETS_PAGE_SIZE} sets; pages after the last one are empty.`,
      {
        min: 1,
        max: MAX_PAGE,
        byDefault: 1,
      },
    ),
  },
  data: z.array(cardSetSchema),
  errors: ['invalid_parameter'],
  isList: true,
  cacheable: true,
});

/** `GET /v1/sets/{set_id}` */
export const getSet = defineOperation({
  subject: 'cards.v1.set',
  pool: 'search',
  path: '/v1/sets/{set_id}',
  tag: 'Cards',
  summary: 'Get a set with its totals',
  description:
    'Looks up a set by the `set_id` of a card, of a search result or of the list of sets.',
  pathParameters: { set_id: setIdPath },
  queryParameters: {},
  data: cardSetDetailsSchema,
  errors: ['set_not_found'],
  cacheable: true,
});

/** `GET /v1/sets/{set_id}/cards` */
export const listSetCards = defineOperation({
  subject: 'cards.v1.set-cards',
  pool: 'search',
  path: '/v1/sets/{set_id}/cards',
  tag: 'Cards',
  summary: 'List the cards of a set',
  description: `Returns the checklist of a set with counts, ${SET_CARDS_PAGE_SIZE} cards per page, in any order.`,
  pathParameters: { set_id: setIdPath },
  queryParameters: {
    page: wholeNumber(
      `Page number. A page has ${SET_CARDS_PAGE_SIZE} cards; pages after the last one are empty.`,
      {
        min: 1,
        max: MAX_PAGE,
        byDefault: 1,
      },
    ),
    sort: choice(
      '`number`: natural order of the card numbers (2 before 10); cards without a number come last. `name`: by `display_name`. A grader: by its copies; cards without any come last.',
      'number',
      'name',
      'population',
      'gem_total',
      'gem_rate',
      ...GRADERS,
    ),
    order: optional(z.enum(['asc', 'desc'], 'must be one of: asc, desc.'), {
      description:
        'Direction of `sort`. By default `asc` for `number` and `name`, and `desc` for counts and rates.',
      examples: ['asc'],
    }),
    parallel: optional(trimmedText, {
      description:
        'Restricts the list to a parallel, as in `parallels` of the set, in any letter case. Empty for the base cards.',
      examples: ['1st Edition'],
    }),
    has_gem: optionalFlag(
      'Restricts the list to cards with gem copies (`true`) or without (`false`).',
    ),
  },
  data: z.array(setCardSchema),
  errors: ['invalid_parameter', 'set_not_found'],
  isList: true,
  cacheable: true,
});
