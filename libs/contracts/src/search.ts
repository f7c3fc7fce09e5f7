import { z } from 'zod';
import { cardSummarySchema, displayName, graderSchema, gradersIncluded } from './card-schemas.js';
import { count, hexId, setId, text } from './fields.js';
import { graderFilter } from './id-parameters.js';
import { defineOperation } from './operation.js';
import {
  choice,
  notBlank,
  optional,
  printable,
  printed,
  rejection,
  wholeNumber,
} from './parameters.js';
import { cardSetSchema } from './sets.js';

const MAX_CHARACTERS = 200;
const LENGTH_HINT = `must have 1 to ${MAX_CHARACTERS} characters.`;

export const SEARCH_PAGE_SIZE = 10;

/** Maximum number of pages in simple search. To see further results, a client must narrow its query. */
export const SEARCH_PAGES = 10;

/** Maximum number of grader cards per grader in a structured search. */
export const SEARCH_ENTRIES = 25;

/** Maximum number of sets in the response of a simple search. */
export const MAX_NAMED_SETS = 3;

/** Maximum number of matching cards that simple search counts. */
export const MAX_SEARCH_TOTAL = 1000;

/** `query` of a search, exactly as sent. Leading and trailing white space does not count toward the maximum length. */
const searchText = z
  .string()
  .min(1, LENGTH_HINT)
  .refine((sent) => lengthOf(sent) > 0, rejection('missing', LENGTH_HINT))
  .refine((sent) => lengthOf(sent) <= MAX_CHARACTERS, rejection('too_long', LENGTH_HINT))
  .meta({ ...notBlank, maxLength: MAX_CHARACTERS })
  .prefault('')
  .meta({
    description: `Search text: words, years and card numbers, in any order and letter case. 1 to ${MAX_CHARACTERS} characters, not counting surrounding white space.`,
    alias: 'q',
    examples: ['1999 charizard 4/102'],
  });

function lengthOf(sent: string): number {
  return [...printed(sent)].length;
}

const MAX_CATEGORY = 100;

/** The query parameter `category`, compared case-insensitively; null if absent. */
const categoryFilter = optional(
  z
    .string()
    .trim()
    .min(1, 'must not be empty.')
    .regex(...printable)
    .refine(
      (text) => [...text].length <= MAX_CATEGORY,
      rejection('too_long', `must have at most ${MAX_CATEGORY} characters.`),
    )
    .meta({ maxLength: MAX_CATEGORY }),
  {
    description: 'Restricts the result to cards of this category, in any letter case.',
    examples: ['Pokemon'],
  },
);

const YEAR = /^[0-9]{4}(-([0-9]{2}|[0-9]{4}))?$/;

/** The query parameter `year`: a year or a season. Only the first year of a season is used. Null if absent. */
const yearFilter = optional(
  z
    .string()
    .regex(YEAR, 'must be a year such as `1999` or a season such as `2018-19`.')
    .overwrite((year) => year.slice(0, 4)),
  {
    description:
      'Restricts the result to cards of one year (`1999`) or one season. A season is given by its first year (`2018`) or in full (`2018-19`).',
    examples: ['1999'],
  },
);

const echo = text('The search text, exactly as sent.');

export const searchResultSchema = cardSummarySchema
  .extend({})
  .meta({ description: 'A card found by a search, with its totals over all graders.' });

export const searchPageSchema = z
  .object({
    query: echo,
    page: z
      .int()
      .min(1)
      .max(SEARCH_PAGES)
      .meta({ description: 'Number of this page, starting with 1.' }),
    page_size: z
      .literal(SEARCH_PAGE_SIZE)
      .meta({ type: 'integer', description: 'Maximum number of cards on a page.' }),
    has_more: z.boolean().meta({ description: 'Whether there is a next page.' }),
    total: count(
      `Number of matching cards, or of the closest cards if no card has all words, counted up to ${MAX_SEARCH_TOTAL}. The pages contain at most the best 100 cards.`,
    ).max(MAX_SEARCH_TOTAL),
    total_is_exact: z
      .boolean()
      .meta({ description: 'Whether `total` is the exact number of matching cards.' }),
    corrected_query: text(
      'The similar query that was run instead of `query`, with corrected words and without words that no card contains. Absent if the search found cards after only dropping optional words.',
    ).optional(),
    ignored_words: z.array(text('A word of the query.')).meta({
      description:
        'The words of the query that the first result does not have, as typed and in the order typed. A word that was corrected or understood as another is not listed. Empty if every word counted.',
    }),
    sets: z
      .array(cardSetSchema)
      .max(MAX_NAMED_SETS)
      .meta({ description: 'Sets that the query names, best match first.' }),
    results: z
      .array(searchResultSchema)
      .max(SEARCH_PAGE_SIZE)
      .meta({ description: 'Cards in the order of `sort`. Each card appears once.' }),
  })
  .meta({ description: 'One page of the cards found by a search.' });

/** `GET /v1/cards/search/simple` */
export const searchSimple = defineOperation({
  subject: 'search.v1.simple',
  pool: 'search',
  path: '/v1/cards/search/simple',
  tag: 'Search',
  summary: 'Search cards',
  description: `Full-text search, ${SEARCH_PAGE_SIZE} cards per page and at most ${SEARCH_PAGES} pages. All words must match; the last
one may be the beginning of a word. If no card has all words, the search drops optional words or corrects typos. After a
correction, \`corrected_query\` contains the query that was run. \`ignored_words\` lists the words that the first result
does not have. Each result is one card, regardless of which graders list it.`,
  pathParameters: {},
  queryParameters: {
    query: searchText,
    page: wholeNumber('Page number. A page has 10 cards.', {
      min: 1,
      max: SEARCH_PAGES,
      byDefault: 1,
    }),
    sort: choice(
      '`relevance`: best match first. `population`: most graded copies first.',
      'relevance',
      'population',
    ),
    category: categoryFilter,
    year: yearFilter,
    grader: graderFilter(
      'Restricts the result to cards that this grader has graded. Totals still cover all graders.',
    ),
  },
  data: searchPageSchema,
  errors: ['invalid_grader', 'invalid_parameter'],
  cacheable: true,
});

export const graderSearchResultSchema = z
  .object({
    description: text("Human-readable description of the card in the grader's words."),
    display_name: displayName,
    card_id: hexId("Id of the grader's own card, 40 hexadecimal digits."),
    population: count('Number of graded copies of this grader.'),
    search_score: z
      .number()
      .positive()
      .meta({ description: 'Relevance of the card. Comparable only within one response.' }),
    set_id: setId,
  })
  .meta({ description: 'A grader card found by a search.' });

export const graderSearchResultsSchema = z
  .object({
    query: echo,
    graders_included: gradersIncluded('The graders that were searched.'),
    results: z
      .partialRecord(
        graderSchema,
        z
          .array(graderSearchResultSchema)
          .max(SEARCH_ENTRIES)
          .meta({ description: 'Cards of this grader, best match first.' }),
      )
      .meta({ description: 'The cards found for each grader in `graders_included`.' }),
  })
  .meta({ description: 'The grader cards found by a search, by grader.' });

/** `GET /v1/cards/search/structured` */
export const searchStructured = defineOperation({
  subject: 'search.v1.structured',
  pool: 'search',
  path: '/v1/cards/search/structured',
  tag: 'Search',
  summary: "Search each grader's own cards",
  description: `Full-text search for programs: the best ${SEARCH_ENTRIES} cards of each grader, with a score. All words must match exactly; typos are
not corrected. The best order of words is year, set, name, parallel, card number.`,
  pathParameters: {},
  queryParameters: { query: searchText, grader: graderFilter() },
  data: graderSearchResultsSchema,
  errors: ['invalid_grader', 'invalid_parameter'],
  cacheable: true,
});

export const MAX_SUGGESTIONS = 10;

const suggestedId = (kind: string) =>
  hexId(`Id of the ${kind}. Null if \`kind\` is not \`${kind}\`.`).nullable();

export const suggestionSchema = z
  .object({
    text: text('The completed text, which can be shown to users and used as a query.'),
    kind: z.enum(['card', 'set', 'query']).meta({
      description:
        '`query`: a text to search for. `card` or `set`: the text is the name of a card or set.',
    }),
    card_id: suggestedId('card'),
    set_id: suggestedId('set'),
  })
  .meta({ description: 'A completion of a search text.' });

export const suggestionsSchema = z
  .object({
    query: echo,
    suggestions: z
      .array(suggestionSchema)
      .max(MAX_SUGGESTIONS)
      .meta({ description: 'Completions, best first.' }),
  })
  .meta({ description: 'Completions of a search text.' });

/** `GET /v1/cards/search/suggest` */
export const suggestSearch = defineOperation({
  subject: 'search.v1.suggest',
  pool: 'search',
  path: '/v1/cards/search/suggest',
  tag: 'Search',
  summary: 'Complete a search text as the user types',
  description: `Returns at most ${MAX_SUGGESTIONS} completions, best first: search texts, cards and sets. Typos are tolerated in words of four
letters or more.`,
  pathParameters: {},
  queryParameters: {
    query: searchText.meta({ examples: ['1999 chariz'] }),
  },
  data: suggestionsSchema,
  errors: ['invalid_parameter'],
  cacheable: true,
});
