import { z } from 'zod';
import { cardSummarySchema, graderSchema, setIdSchema } from './cards.js';
import { ApiError, invalidParameter } from './errors.js';
import { defineOperation } from './operation.js';
import {
  choice,
  normalizeCardId,
  optionalText,
  type Parameter,
  wholeNumber,
} from './parameters.js';

/** Sets on a page. */
export const SETS_PAGE_SIZE = 50;

/** Cards of a set on a page. */
export const SET_CARDS_PAGE_SIZE = 100;

const MAX_PAGE = 1_000_000;
const MAX_CHARACTERS = 200;

const count = z.int().nonnegative();
const rate = z.number().min(0).max(1).meta({ description: 'A fraction, rounded to 4 decimals.' });

/** A set with the totals of its cards. */
export const setSchema = z.object({
  set_id: setIdSchema,
  category: z.string().meta({ examples: ['Pokemon'] }),
  year: z.string().meta({ examples: ['1999'] }),
  set_name: z.string().meta({
    description: 'As one of the set’s grader cards spells it. Empty if the cards have no set name.',
    examples: ['Pokemon Game'],
  }),
  cards: count.meta({ description: 'Universal cards in the set, unmatched ones included.' }),
  total_population: count.meta({ description: 'Copies of all its cards over all graders.' }),
  gem_total: count,
  gem_rate: rate,
  graders_included: z.array(graderSchema).meta({
    description: 'Graders that list at least one of the cards.',
  }),
});

/** A set with the totals of its cards. */
export type SetRow = z.infer<typeof setSchema>;

/** `{set_id}` in a path: 40 hexadecimal digits in any letter case. Anything else is an unknown set. */
const setIdPath: Parameter<string> = {
  description: 'Set id, as in `set_id` of cards and search results.',
  schema: {
    type: 'string',
    pattern: '^[0-9a-fA-F]{40}$',
    examples: ['375017c0baf54ba373cfaf35182151c1cc73f3a3'],
  },
  read(text = '') {
    const setId = normalizeCardId(text);
    if (setId) return setId;
    throw setNotFound(text);
  },
};

/** The error for an unknown set id. */
export function setNotFound(setId: string): ApiError {
  return new ApiError('set_not_found', 'No set has this id.', {
    details: { set_id: setId.slice(0, 64) },
  });
}

/** A text to compare with, null if it is absent or empty. */
function filter(description: string, example: string): Parameter<string | null> {
  const { read } = optionalText(description);
  return {
    description,
    schema: { type: 'string', examples: [example] },
    read: (text, name) => read(text, name) || null,
  };
}

/** `category` in a query. */
export const categoryFilter = filter(
  'Only this category. Letter case, accents and repeated spaces are ignored.',
  'Pokemon',
);

/** `query` of the list of sets: null if it is absent or blank. */
const setQuery: Parameter<string | null> = {
  description: `Only sets that have all of these words in category, year or name; the last word may be incomplete. At most ${MAX_CHARACTERS} characters. Sets whose whole name is in the query come first.`,
  alias: 'q',
  schema: { type: 'string', examples: ['1999 pokemon game'] },
  read(text = '', name) {
    const trimmed = text.replace(/\p{Cc}/gu, ' ').trim();
    if ([...trimmed].length > MAX_CHARACTERS) {
      throw invalidParameter(name, 'too_long', `must have at most ${MAX_CHARACTERS} characters.`);
    }
    return trimmed || null;
  },
};

/** `GET /v1/sets` */
export const listSets = defineOperation({
  subject: 'cards.v1.sets',
  path: '/v1/sets',
  summary: 'Sets with their totals, most graded first',
  pathParameters: {},
  queryParameters: {
    query: setQuery,
    category: categoryFilter,
    year: filter('Only this year, as in the data, for example `1999` or `2023-24`.', '1999'),
    page: wholeNumber(`Page of ${SETS_PAGE_SIZE} sets. A page after the last one is empty.`, {
      least: 1,
      most: MAX_PAGE,
      byDefault: 1,
    }),
  },
  data: z.array(setSchema),
  errors: ['invalid_parameter'],
  isList: true,
  cacheable: true,
});

/** `GET /v1/sets/{set_id}` */
export const getSet = defineOperation({
  subject: 'cards.v1.set',
  path: '/v1/sets/{set_id}',
  summary: 'One set with its totals',
  pathParameters: { set_id: setIdPath },
  queryParameters: {},
  data: setSchema.extend({
    last_population_change: z.iso.date().nullable().meta({
      description:
        'The newest date on which a count of any of its cards changed. Null if no population is recorded for any.',
    }),
  }),
  errors: ['set_not_found'],
  cacheable: true,
});

/** `GET /v1/sets/{set_id}/cards` */
export const listSetCards = defineOperation({
  subject: 'cards.v1.set-cards',
  path: '/v1/sets/{set_id}/cards',
  summary: 'The cards of a set, by number or by population',
  pathParameters: { set_id: setIdPath },
  queryParameters: {
    page: wholeNumber(`Page of ${SET_CARDS_PAGE_SIZE} cards. A page after the last one is empty.`, {
      least: 1,
      most: MAX_PAGE,
      byDefault: 1,
    }),
    sort: choice(
      '`number`: natural order of the card numbers (2 before 10), cards without one last. `population`: most graded first.',
      'number',
      'population',
    ),
  },
  data: z.array(cardSummarySchema),
  errors: ['invalid_parameter', 'set_not_found'],
  isList: true,
  cacheable: true,
});
