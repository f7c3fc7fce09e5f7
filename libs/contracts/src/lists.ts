import { z } from 'zod';
import { MAX_CERT, readNumber } from './cert-number.js';
import { text } from './fields.js';
import type { Grader } from './graders.js';
import { isPrintable, rejection } from './parameters.js';

export const MAX_BATCH_IDS = 100;

const HINT = `must list 1 to ${MAX_BATCH_IDS} ids, separated by commas.`;

/** The documented pattern of an item. A list may also contain blank items, which are ignored. */
const ITEM = { minLength: 1, pattern: '^[^,]*[^,\\s][^,]*$' };

/** A list as the client sent it, with repeated and blank items. */
const list = z
  .preprocess(
    (sent) => (typeof sent === 'string' ? sent.split(',') : []),
    z
      .array(z.string().meta(ITEM))
      .refine((items) => !items.every(isBlank), rejection('missing', HINT))
      .meta({ minItems: 1, maxItems: MAX_BATCH_IDS }),
  )
  .prefault('');

/** The query parameter `card_ids` of a batch. */
export const cardIdList = list
  .refine((ids) => distinctIds(ids).length <= MAX_BATCH_IDS, rejection('out_of_range', HINT))
  .meta({
    description: `Universal ids or ids of grader cards. 1 to ${MAX_BATCH_IDS} different ids; a repeated id counts once.`,
    examples: [
      ['85c82c158cac20785082526b3bb6248031db6a66', '6fc5ac57ef1022c49328d35926b89f7fa25c4bb2'],
    ],
  });

/** The query parameter `certs` of a batch. {@link checkCertCount} checks the number of certs. */
export const certList = list.meta({
  description: `Cert numbers. 1 to ${MAX_BATCH_IDS} different numbers; a repeated number counts once. A number must not contain a comma.`,
  examples: [['64062046', '61871631']],
});

export const batchResultSchema = z
  .object({
    requested: text('The item as sent.'),
    found: z.array(z.int().nonnegative()).meta({
      description: 'Positions in `certs` or `cards`, from 0. Empty if nothing was found.',
    }),
  })
  .meta({ description: 'What was found for one item of the list that the client sent.' });

type BatchResult = z.infer<typeof batchResultSchema>;

export const batchResults = z.array(batchResultSchema).meta({
  description: 'One entry for each item, in the order sent, including repeated and blank items.',
});

/** Rejects a batch with too many different certs. */
export function checkCertCount(
  request: { grader?: Grader; certs: string[] },
  { issues }: z.core.ParsePayload,
): void {
  const { grader = null, certs: input } = request;
  if (distinctCerts(grader, input).length <= MAX_BATCH_IDS) return;
  const tooBig = { code: 'too_big', origin: 'array', maximum: MAX_BATCH_IDS } as const;
  issues.push({ ...tooBig, path: ['certs'], input, message: HINT });
}

/** Items of a batch that ask for the same record. */
interface SameItems {
  /** The first of the items, as sent. */
  readonly requested: string;
  readonly positions: readonly number[];
}

/** Groups the items of a batch by card id. Blank items are omitted. */
export function distinctIds(ids: readonly string[]): SameItems[] {
  return group(ids, (id) => id.trim().toLowerCase());
}

/**
 * Groups the items of a batch by cert, even if their spellings differ. Blank items are omitted.
 * @param grader grader of the items that name none; null if there is none
 */
export function distinctCerts(grader: Grader | null, certs: readonly string[]): SameItems[] {
  // Do not normalize malformed numbers, because they could then have the same normalized form as a valid number.
  return group(certs, (cert) => {
    if (!isPossibleCert(cert)) return cert.trim();
    const number = readNumber(cert);
    return `${number.grader ?? grader} ${number.key}`;
  });
}

/**
 * Builds the response to a batch.
 * @param items the items as sent
 * @param find returns the records for an item
 */
export function batchOf<Found>(
  items: readonly string[],
  distinct: readonly SameItems[],
  find: (requested: string) => readonly Found[],
) {
  const found: Found[] = [];
  const not_found: string[] = [];
  const results = items.map((requested): BatchResult => ({ requested, found: [] }));
  for (const { requested, positions } of distinct) {
    const records = find(requested);
    if (records.length === 0) not_found.push(requested);
    for (const record of records) {
      for (const position of positions) results[position]?.found.push(found.length);
      found.push(record);
    }
  }
  return { found, not_found, results };
}

/** Whether a string can be a cert number. The API never looks up other strings. */
export function isPossibleCert(text: string): boolean {
  return isPrintable(text.trim()) && readNumber(text).typed.length <= MAX_CERT;
}

function isBlank(item: string): boolean {
  return item.trim() === '';
}

/** @param normalize returns the same string for all spellings of an item */
function group(items: readonly string[], normalize: (item: string) => string): SameItems[] {
  const groups = new Map<string, { requested: string; positions: number[] }>();
  for (const [position, requested] of items.entries()) {
    if (isBlank(requested)) continue;
    const normalized = normalize(requested);
    const same = groups.get(normalized);
    if (same) same.positions.push(position);
    else groups.set(normalized, { requested, positions: [position] });
  }
  return [...groups.values()];
}
