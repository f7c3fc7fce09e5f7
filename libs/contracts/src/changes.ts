import { z } from 'zod';
import { type ApiError, invalidParameter } from './errors.js';
import { defineOperation } from './operation.js';
import { type Parameter, wholeNumber } from './parameters.js';

const LONGEST_CURSOR = 200;

/** The error for a cursor that none of our answers had. */
export function malformedCursor(): ApiError {
  return invalidParameter('cursor', 'malformed', 'is not a `next_cursor` of this feed.');
}

const cursor: Parameter<string | null> = {
  description: '`next_cursor` of an earlier page: what comes after it. It never expires.',
  schema: { type: 'string', maxLength: LONGEST_CURSOR },
  read(text) {
    if (text === undefined) return null;
    if (text.length <= LONGEST_CURSOR && /^[\w-]+$/.test(text)) return text;
    throw malformedCursor();
  },
};

/** The service reads the date, because the range depends on today. */
const since: Parameter<string | null> = {
  description:
    'First day, in UTC: cards that changed on that day or later. From 30 days ago to today, which is the default. Ignored beside `cursor`.',
  schema: { type: 'string', format: 'date' },
  isIgnored: (query) => Object.hasOwn(query, 'cursor'),
  read: (text) => text ?? null,
};

/** `GET /v1/cards/population/changes` */
export const listChanges = defineOperation({
  subject: 'changes.v1.list',
  path: '/v1/cards/population/changes',
  summary: 'Feed of cards whose population changed',
  pathParameters: {},
  queryParameters: {
    cursor,
    since,
    limit: {
      ...wholeNumber('Most ids on a page.', { least: 1, most: 10_000, byDefault: 1000 }),
      alias: 'page_size',
    },
  },
  data: z.object({
    card_ids: z.array(z.string()).meta({
      description:
        'Cards whose population or matching changed, each once, in the order in which the changes became visible: the universal id of a matched card, else its own.',
    }),
    count: z.int().nonnegative().meta({ description: 'How many ids are on this page.' }),
    since: z.iso.date().meta({ description: 'The first day that the feed was asked from.' }),
    has_more: z.boolean().meta({ description: 'Whether there is a next page already.' }),
    next_cursor: z.string().meta({
      description:
        'Where to go on, now or at any later time. A page without ids has the cursor that it was asked with.',
    }),
  }),
  errors: ['invalid_parameter'],
  permission: 'changes',
});
