import { z } from 'zod';
import { countsByGraderSchema, graderSchema, graderTotalsSchema } from './card-schemas.js';
import { type ApiError, invalidParameter } from './errors.js';
import { count, date, hexId, text } from './fields.js';
import { type DataOf, defineOperation } from './operation.js';
import { includeList, optional, rangeHint, rejection, wholeNumber } from './parameters.js';

const MAX_CURSOR = 200;
const CURSOR_HINT = 'is not a `next_cursor` of this feed.';
/** A cursor for examples. A real cursor is signed with a key of the installation. */
const EXAMPLE_CURSOR = 'MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI';
/** Maximum number of ids on a page without populations. */
const MAX_IDS = 10_000;
const MAX_POPULATIONS = 1000;

/** Reasons why a card is in the change feed. */
export const CHANGE_REASONS = ['population', 'match', 'unmatch'] as const;

export type ChangeReason = (typeof CHANGE_REASONS)[number];

/** Creates the error for a cursor that this API did not create. */
export function malformedCursor(): ApiError {
  return invalidParameter('cursor', 'malformed', CURSOR_HINT);
}

const cursor = optional(
  z
    .string()
    .refine(
      (sent) => sent.length <= MAX_CURSOR && /^[\w-]+$/.test(sent),
      rejection('malformed', CURSOR_HINT),
    )
    .meta({ maxLength: MAX_CURSOR }),
  {
    description:
      '`next_cursor` of an earlier page. Returns the changes after it. Cursors never expire.',
    examples: [EXAMPLE_CURSOR],
  },
);

/**
 * The query parameter `since`; null if absent. The changes service parses the date, because the valid range depends on
 * the current day.
 */
const since = optional(z.string().meta({ format: 'date' }), {
  description:
    'First day, in UTC. Returns cards that changed on or after that day. At most 30 days ago; today by default. Ignored with `cursor`.',
  examples: ['2026-11-01'],
  isIgnored: (query) => Object.hasOwn(query, 'cursor'),
});

const limit = wholeNumber(
  `Maximum number of ids on a page; at most ${MAX_POPULATIONS} with \`include=population\`.`,
  { min: 1, max: MAX_IDS, byDefault: 1000 },
).meta({ alias: 'page_size' });

/**
 * Lowers the maximum of `limit` if the request includes populations. Every error message about `limit` then states the
 * lower maximum.
 */
function limitPopulations(
  { include, limit }: { include: string[]; limit: number },
  { issues }: z.core.ParsePayload,
): void {
  if (!include.includes('population')) return;
  const tooBig = { code: 'too_big', origin: 'number', maximum: MAX_POPULATIONS } as const;
  // A valid `limit` is a number here. An invalid one is still the text that the client sent.
  if (Number.isInteger(limit) && limit > MAX_POPULATIONS)
    issues.push({ ...tooBig, path: ['limit'], input: limit });
  const message = rangeHint(1, MAX_POPULATIONS);
  for (const issue of issues) if (issue.path?.[0] === 'limit') Object.assign(issue, { message });
}

export const changedGraderSchema = graderTotalsSchema
  .extend({
    card_id: hexId("Id of the grader's own card. It does not change when the card is matched."),
  })
  .meta({ description: 'One grader card of a changed card, with its totals.' });

export const changeSchema = z
  .object({
    card_id: hexId('The id at the same position in `card_ids`.'),
    reason: z.enum(CHANGE_REASONS).meta({
      description:
        'Reason of the latest change: new counts (`population`), a grader card matched to the card (`match`), or a grader card unmatched from it (`unmatch`). If one import did both, the reason is `match`. Earlier reasons are not kept.',
    }),
    ...countsByGraderSchema.shape,
    by_grader: z
      .partialRecord(graderSchema, changedGraderSchema)
      .meta({ description: 'Id and totals of each grader that lists the card.' }),
  })
  .meta({ description: 'A change of a card, with its current counts.' });

export type Change = z.infer<typeof changeSchema>;

export const changePageSchema = z
  .object({
    card_ids: z.array(z.string()).meta({
      description:
        'Ids of cards whose population or matching changed, each once, in the order in which the changes became visible: the universal id of a matched card, otherwise the id of the card itself.',
    }),
    count: count('Number of ids on this page.'),
    since: date('First day of the feed that was requested, in UTC.'),
    has_more: z.boolean().meta({ description: 'Whether the next page already exists.' }),
    next_cursor: text(
      'Cursor of the next page, which can be requested at any later time. Cursors never expire. On a page without ids, it is the cursor of the request, or a new cursor if the request had none.',
    ),
    changes: z.array(changeSchema).optional().meta({
      description:
        'The cards in `card_ids`, in the same order, with counts that are never older than the change. Present only with `include=population`.',
    }),
  })
  .meta({ description: 'One page of the change feed.' });

/** `GET /v1/cards/population/changes` */
export const listChanges = defineOperation({
  subject: 'changes.v1.list',
  pool: 'changes',
  path: '/v1/cards/population/changes',
  tag: 'Change feed',
  summary: 'List cards whose population changed',
  description:
    'Read pages with `cursor` until `has_more` is false, store `next_cursor`, and later continue with it. A client that follows these steps misses no change. `include=population` adds the counts of each card, so that most changes need no further request.',
  pathParameters: {},
  queryParameters: {
    cursor,
    since,
    include: includeList('population'),
    limit,
  },
  data: changePageSchema,
  errors: ['invalid_parameter'],
  permission: 'changes',
  rule: { reads: ['include'], check: limitPopulations },
});

/** What the changes service tells the gateway about a page. */
export interface FeedMeta {
  /** Data version of the snapshot that the page was read from. */
  readonly version: number;
  /** A page that shows nothing, and after which the feed continues where this page begins. */
  readonly empty: DataOf<typeof listChanges>;
}
