import { z } from 'zod';
import { normalizeCert, readCertNumber } from './cert-number.js';
import type { Grader } from './graders.js';
import { isPrintable } from './parameters.js';

export const MAX_BATCH_IDS = 100;

/** Maximum length of a cert number. No grader prints longer ones. */
export const MAX_CERT = 64;

const HINT = `must list 1 to ${MAX_BATCH_IDS} ids, separated by commas.`;

const ids = z.array(z.string()).min(1, HINT);

/** The query parameter `card_ids` of a batch: ids as the client sent them, without duplicates. */
export const cardIdList = z
  .preprocess(
    (sent) => distinct(idsOf(sent), (id) => id.toLowerCase()),
    ids.max(MAX_BATCH_IDS, HINT),
  )
  .prefault('')
  .meta({
    description: `Universal ids or ids of grader cards. 1 to ${MAX_BATCH_IDS} different ids; a repeated id counts once.`,
    examples: [
      ['85c82c158cac20785082526b3bb6248031db6a66', '6fc5ac57ef1022c49328d35926b89f7fa25c4bb2'],
    ],
  });

/** The query parameter `certs` of a batch. {@link removeRepeatedCerts} removes duplicates from it. */
export const certList = z
  .preprocess(idsOf, ids.meta({ maxItems: MAX_BATCH_IDS }))
  .prefault('')
  .meta({
    description: `Cert numbers. 1 to ${MAX_BATCH_IDS} different numbers; a repeated number counts once.`,
    examples: [['64062046', '61871631']],
  });

/**
 * Removes repeated certs from a batch, even if their spellings differ, and then checks the number of certs. Spellings
 * that differ in hyphens or leading zeros count separately, because they may be different printed numbers.
 */
export function removeRepeatedCerts(
  request: { grader: Grader; certs: string[] },
  { issues }: z.core.ParsePayload,
): void {
  const { grader, certs: input } = request;
  // Do not normalize malformed numbers, because they could then replace a valid number with the same normalized form.
  request.certs = distinct(input, (cert) =>
    isPossibleCert(cert) ? readCertNumber(grader, cert).typed : cert,
  );
  if (request.certs.length <= MAX_BATCH_IDS) return;
  const tooBig = { code: 'too_big', origin: 'array', maximum: MAX_BATCH_IDS } as const;
  issues.push({ ...tooBig, path: ['certs'], input, message: HINT });
}

/** Whether a string can be a cert number. The API never looks up other strings. */
export function isPossibleCert(text: string): boolean {
  return isPrintable(text) && normalizeCert(text).length <= MAX_CERT;
}

function idsOf(sent: unknown): string[] {
  return typeof sent === 'string' ? sent.split(',').filter((id) => id.trim() !== '') : [];
}

/**
 * Removes repeated ids. Keeps the first spelling of each id.
 * @param normalize returns the same string for all spellings of an id
 */
function distinct(ids: readonly string[], normalize: (id: string) => string): string[] {
  const first = new Map<string, string>();
  for (const id of ids) {
    const normalized = normalize(id.trim());
    if (!first.has(normalized)) first.set(normalized, id);
  }
  return [...first.values()];
}

/**
 * Creates a query parameter that is a comma-separated list of words. Its value is an empty array if the parameter is
 * absent.
 * @param members the words that the operation supports
 */
export function includeList<Member extends string>(...members: [Member, ...Member[]]) {
  const split = (sent: unknown) => {
    if (typeof sent !== 'string') return sent;
    const list = sent.split(',').map((member) => member.trim());
    const unknown = list.find((member) => !(members as string[]).includes(member));
    // Report only the first unknown word, because reporting a long list would be expensive.
    return unknown === undefined ? list : [unknown];
  };
  return z
    .preprocess(split, z.array(z.enum(members, `accepts only: ${members.join(', ')}.`)))
    .default([])
    .meta({
      description: 'Optional parts to add to the response.',
      examples: [[members[0]]],
    });
}
