import { normalizeCert, readCertNumber } from './cert-number.js';
import { invalidParameter } from './errors.js';
import type { Grader } from './graders.js';
import { isPrintable, type Parameter } from './parameters.js';

/** Maximum number of ids in a batch. */
export const MAX_BATCH_IDS = 100;

/** Maximum length of a cert number. No grader prints longer numbers. */
export const MAX_CERT = 64;

/** The query parameter `card_ids` of a batch: the ids as the client sent them, without duplicates. */
export const cardIdList: Parameter<readonly string[]> = {
  description: `Card ids, universal or of one grader. 1 to ${MAX_BATCH_IDS} different ids; a repeated id counts once.`,
  schema: {
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    maxItems: MAX_BATCH_IDS,
    examples: [
      ['85c82c158cac20785082526b3bb6248031db6a66', '6fc5ac57ef1022c49328d35926b89f7fa25c4bb2'],
    ],
  },
  read: (text, name) => readIds(text, name, (id) => id.toLowerCase()),
};

/** The query parameter `certs` of a batch: the numbers as the client sent them, without duplicates. */
export const certList: Parameter<readonly string[]> = {
  description: `Cert numbers. 1 to ${MAX_BATCH_IDS} different numbers; a repeated number counts once.`,
  schema: {
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    maxItems: MAX_BATCH_IDS,
    examples: [['64062046', '61871631']],
  },
  read: (text, name, { grader } = {}) =>
    readIds(text, name, (cert) =>
      // Malformed numbers are not normalized. Otherwise, a malformed number could replace a valid number with the same
      // normalized form.
      isPossibleCert(cert) ? readCertNumber(grader as Grader, cert).typed : cert,
    ),
};

/** Whether a string can be a cert number. Other strings are never looked up. */
export function isPossibleCert(text: string): boolean {
  return isPrintable(text) && normalizeCert(text).length <= MAX_CERT;
}

/**
 * Parses a list of ids.
 * @param normalize returns the same string for all spellings of an id; only the first spelling is kept
 */
function readIds(
  text: string | undefined,
  name: string,
  normalize: (id: string) => string,
): readonly string[] {
  const ids = new Map<string, string>();
  for (const id of (text ?? '').split(',')) {
    if (id.trim() === '') continue;
    const normalized = normalize(id.trim());
    if (!ids.has(normalized)) ids.set(normalized, id);
  }
  const hint = `must list 1 to ${MAX_BATCH_IDS} ids, separated by commas.`;
  if (ids.size === 0) throw invalidParameter(name, 'missing', hint);
  if (ids.size > MAX_BATCH_IDS) throw invalidParameter(name, 'out_of_range', hint);
  return [...ids.values()];
}

/** Creates a parameter that is a comma-separated list of the words that an endpoint supports; empty if absent. */
export function includeList<Member extends string>(
  ...members: Member[]
): Parameter<readonly Member[]> {
  const known = (text: string): text is Member => (members as string[]).includes(text);
  return {
    description: 'Optional parts to add to the response.',
    schema: { type: 'array', items: { type: 'string', enum: members }, examples: [[members[0]]] },
    read(text, name) {
      if (text === undefined) return [];
      const asked = text.split(',').map((member) => member.trim());
      if (asked.every(known)) return asked;
      throw invalidParameter(name, 'not_accepted', `accepts only: ${members.join(', ')}.`);
    },
  };
}
