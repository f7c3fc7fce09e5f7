import { z } from 'zod';
import { countsByGraderSchema } from './cards.js';
import { type ApiError, invalidParameter } from './errors.js';
import { defineOperation } from './operation.js';
import { includeList, type Parameter, wholeNumber } from './parameters.js';

const MAX_CURSOR = 200;
/** Maximum number of ids on a page without and with populations. */
const MAX_IDS = 10_000;
const MAX_POPULATIONS = 1000;

/** Reasons why a card is in the change feed. */
export const CHANGE_REASONS = ['population', 'match', 'unmatch'] as const;

/** One of {@link CHANGE_REASONS}. */
export type ChangeReason = (typeof CHANGE_REASONS)[number];

/** The error for a cursor that the API did not issue. */
export function malformedCursor(): ApiError {
  return invalidParameter('cursor', 'malformed', 'is not a `next_cursor` of this feed.');
}

const cursor: Parameter<string | null> = {
  description: '`next_cursor` of an earlier page: what comes after it. It never expires.',
  schema: { type: 'string', maxLength: MAX_CURSOR },
  read(text) {
    if (text === undefined) return null;
    if (text.length <= MAX_CURSOR && /^[\w-]+$/.test(text)) return text;
    throw malformedCursor();
  },
};

/** The service parses the date, because the valid range depends on today. */
const since: Parameter<string | null> = {
  description:
    'First day, in UTC: cards that changed on that day or later. From 30 days ago to today, which is the default. Ignored beside `cursor`.',
  schema: { type: 'string', format: 'date' },
  isIgnored: (query) => Object.hasOwn(query, 'cursor'),
  read: (text) => text ?? null,
};

const limit: Parameter<number> = {
  ...wholeNumber(`Most ids on a page; at most ${MAX_POPULATIONS} with \`include=population\`.`, {
    least: 1,
    most: MAX_IDS,
    byDefault: 1000,
  }),
  alias: 'page_size',
  read(text, name, { include = [] } = {}) {
    const most = (include as readonly string[]).includes('population') ? MAX_POPULATIONS : MAX_IDS;
    return wholeNumber('', { least: 1, most, byDefault: 1000 }).read(text, name);
  },
};

/** A change with the counts of its card. */
export const changeSchema = z.object({
  card_id: z.string().meta({ description: 'The id at the same place in `card_ids`.' }),
  reason: z.enum(CHANGE_REASONS).meta({
    description:
      'Why the card changed last: its counts, or a grader card was matched to it or unmatched from it. A card that was matched and got new counts at once has the reason `match`. Earlier reasons are not kept.',
  }),
  ...countsByGraderSchema.shape,
});

/** A change with the counts of its card. */
export type Change = z.infer<typeof changeSchema>;

/** `GET /v1/cards/population/changes` */
export const listChanges = defineOperation({
  subject: 'changes.v1.list',
  path: '/v1/cards/population/changes',
  summary: 'Feed of cards whose population changed',
  description:
    'Read pages with `cursor` until `has_more` is false, store `next_cursor`, and continue with it later: no change is missed. `include=population` adds the counts of each card, so that most changes need no further request.',
  pathParameters: {},
  queryParameters: {
    cursor,
    since,
    include: includeList('population'),
    limit,
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
    changes: z.array(changeSchema).optional().meta({
      description:
        'With `include=population`: each card of `card_ids`, in the same order, with its current counts. They are never older than the change.',
    }),
  }),
  errors: ['invalid_parameter'],
  permission: 'changes',
});
