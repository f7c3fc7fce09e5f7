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

/** Pages of simple search; what comes after them needs a narrower query. */
export const SEARCH_PAGES = 10;

/** Entries of each grader in a structured search. */
export const SEARCH_ENTRIES = 25;

const count = z.int().nonnegative();

/** `query`: the text of a search, exactly as sent. The length counts the characters between surrounding white space. */
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

/** `GET /v1/cards/search/simple` */
export const searchSimple = defineOperation({
  subject: 'search.v1.simple',
  path: '/v1/cards/search/simple',
  summary: 'Full-text search across cards, most relevant first',
  pathParameters: {},
  queryParameters: {
    query: searchText,
    page: wholeNumber('Page of 10 cards.', { least: 1, most: SEARCH_PAGES, byDefault: 1 }),
  },
  data: z.object({
    query: z.string().meta({ description: 'The search text, exactly as sent.' }),
    page: z.int().min(1).max(SEARCH_PAGES),
    page_size: z.literal(SEARCH_PAGE_SIZE),
    has_more: z.boolean().meta({ description: 'Whether there is a next page; false on the last.' }),
    results: z
      .array(cardSummarySchema)
      .max(SEARCH_PAGE_SIZE)
      .meta({ description: 'A card each, never one twice.' }),
  }),
  errors: ['invalid_parameter'],
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
