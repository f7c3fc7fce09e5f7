import { z } from 'zod';
import { cardSummarySchema, graderSchema, setIdSchema } from './cards.js';
import { invalidParameter } from './errors.js';
import { defineOperation } from './operation.js';
import { graderFilter, type Parameter, wholeNumber } from './parameters.js';

const MAX_CHARACTERS = 200;
const LENGTH_HINT = `must have 1 to ${MAX_CHARACTERS} characters.`;
/** They count as spaces. */
const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** Cards on a page of simple search. */
export const SEARCH_PAGE_SIZE = 10;

/** Pages of simple search; further results need a narrower query. */
export const SEARCH_PAGES = 10;

/** Grader cards of each grader in a structured search. */
export const SEARCH_ENTRIES = 25;

/** Maximum number of matching cards that simple search counts. */
export const MAX_SEARCH_TOTAL = 1000;

const count = z.int().nonnegative();

/** `query`: the text of a search, exactly as sent. The length limit ignores surrounding white space. */
const searchText: Parameter<string> = {
  description: `What to look for: words, years, card numbers, in any order and letter case. 1 to ${MAX_CHARACTERS} characters, not counting surrounding white space.`,
  alias: 'q',
  schema: {
    type: 'string',
    minLength: 1,
    examples: ['1999 charizard 4/102'],
  },
  read(text = '', name) {
    const length = [...text.replace(CONTROL_CHARACTERS, ' ').trim()].length;
    if (length === 0) throw invalidParameter(name, 'missing', LENGTH_HINT);
    if (length > MAX_CHARACTERS) throw invalidParameter(name, 'too_long', LENGTH_HINT);
    return text;
  },
};

const MAX_CATEGORY = 100;

/** `category` in a query: compared without letter case. Null if absent. */
const categoryFilter: Parameter<string | null> = {
  description: 'Only cards of this category, in any letter case.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_CATEGORY, examples: ['Pokemon'] },
  read(text, name) {
    if (text === undefined) return null;
    const category = text.trim();
    if (category === '') throw invalidParameter(name, 'missing', 'must not be empty.');
    if (category.search(CONTROL_CHARACTERS) >= 0) {
      throw invalidParameter(name, 'malformed', 'contains control characters.');
    }
    if ([...category].length <= MAX_CATEGORY) return category;
    throw invalidParameter(name, 'too_long', `has at most ${MAX_CATEGORY} characters.`);
  },
};

/** `year` in a query: a year, or a season, which means its first year. Null if absent. */
const yearFilter: Parameter<string | null> = {
  description:
    'Only cards of this year: `1999`, or a season by its first year, `2018` or `2018-19`.',
  schema: { type: 'string', pattern: '^[0-9]{4}(-([0-9]{2}|[0-9]{4}))?$', examples: ['1999'] },
  read(text, name) {
    if (text === undefined) return null;
    const year = /^(\d{4})(-\d{2}(\d{2})?)?$/.exec(text)?.[1];
    if (year) return year;
    throw invalidParameter(
      name,
      'malformed',
      'is a year such as `1999` or a season such as `2018-19`.',
    );
  },
};

/** `GET /v1/cards/search/simple` */
export const searchSimple = defineOperation({
  subject: 'search.v1.simple',
  path: '/v1/cards/search/simple',
  summary: 'Full-text search across cards, most relevant first',
  pathParameters: {},
  queryParameters: {
    query: searchText,
    page: wholeNumber('Page of 10 cards.', { least: 1, most: SEARCH_PAGES, byDefault: 1 }),
    category: categoryFilter,
    year: yearFilter,
    grader: {
      ...graderFilter,
      description: 'Only cards that this grader has graded. Totals still cover all graders.',
    },
  },
  data: z.object({
    query: z.string().meta({ description: 'The search text, exactly as sent.' }),
    page: z.int().min(1).max(SEARCH_PAGES),
    page_size: z.literal(SEARCH_PAGE_SIZE),
    has_more: z.boolean().meta({ description: 'Whether there is a next page; false on the last.' }),
    total: count.max(MAX_SEARCH_TOTAL).meta({
      description: `Cards that match, counted up to ${MAX_SEARCH_TOTAL}. Pages show the best 100 of them.`,
      examples: [42],
    }),
    total_is_exact: z
      .boolean()
      .meta({ description: 'Whether `total` is the number of all cards that match.' }),
    corrected_query: z
      .string()
      .optional()
      .meta({
        description:
          'What was searched instead of `query`: present only if no card has all of its words, and some were corrected or left out because of that.',
        examples: ['charizard obsidian flames'],
      }),
    results: z
      .array(cardSummarySchema)
      .max(SEARCH_PAGE_SIZE)
      .meta({ description: 'A card each, never one twice.' }),
  }),
  errors: ['invalid_grader', 'invalid_parameter'],
  cacheable: true,
});

/** `GET /v1/cards/search/structured` */
export const searchStructured = defineOperation({
  subject: 'search.v1.structured',
  path: '/v1/cards/search/structured',
  summary: 'Full-text search for programs, results grouped by grader',
  pathParameters: {},
  queryParameters: { query: searchText, grader: graderFilter },
  data: z.object({
    query: z.string().meta({ description: 'The search text, exactly as sent.' }),
    graders_included: z.array(graderSchema).meta({ description: 'The graders searched.' }),
    results: z.partialRecord(
      graderSchema,
      z
        .array(
          z.object({
            description: z.string(),
            card_id: z.string().regex(/^[0-9a-f]{40}$/),
            population: count.meta({ description: "Copies of this grader's entry." }),
            search_score: z
              .number()
              .positive()
              .meta({ description: 'Comparable within one answer.' }),
            set_id: setIdSchema,
          }),
        )
        .max(SEARCH_ENTRIES)
        .meta({ description: 'Best first.' }),
    ),
  }),
  errors: ['invalid_grader', 'invalid_parameter'],
  cacheable: true,
});

/** Completions in one response. */
export const MAX_SUGGESTIONS = 10;

const KIND = z.enum(['card', 'set', 'query']).meta({
  description: '`query`: a text to search for. `card` and `set`: what has the id.',
});
const suggestedId = (of: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .nullable()
    .meta({ description: `Of a suggestion of kind \`${of}\`; otherwise null.` });

/** `GET /v1/cards/search/suggest` */
export const suggestSearch = defineOperation({
  subject: 'search.v1.suggest',
  path: '/v1/cards/search/suggest',
  summary: 'Completions of a search text while it is typed, likeliest first',
  pathParameters: {},
  queryParameters: {
    query: { ...searchText, schema: { ...searchText.schema, examples: ['1999 chariz'] } },
  },
  data: z.object({
    query: z.string().meta({ description: 'The search text, exactly as sent.' }),
    suggestions: z
      .array(
        z.object({
          text: z.string().meta({ examples: ['1999 charizard'] }),
          kind: KIND,
          card_id: suggestedId('card'),
          set_id: suggestedId('set'),
        }),
      )
      .max(MAX_SUGGESTIONS)
      .meta({ description: 'Typos are tolerated in words of four letters or more.' }),
  }),
  errors: ['invalid_parameter'],
  cacheable: true,
});
