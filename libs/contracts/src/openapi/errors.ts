import { ERROR_STATUS, type ErrorCode } from '../errors.js';
import type { Operation } from '../operation.js';

/** What each error code means, for readers of the document. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'Refused before the API looked at it; `details.type` says why.',
  invalid_parameter:
    'A parameter is missing or not acceptable; `details.parameter` names it and `details.reason` says why.',
  invalid_grader: 'There is no such grader, or it is not served here.',
  invalid_api_key: 'The key is missing, unknown, disabled or expired.',
  forbidden: 'The key may not use this.',
  not_found: 'There is no such endpoint.',
  cert_not_found: 'No cert has this number.',
  card_not_found: 'There is no such card, or none for this spec.',
  spec_not_found: 'No spec has this number.',
  processing: 'Known, but not ready yet. Ask again after `Retry-After` seconds.',
  rate_limited: 'Too many calls in one second. Not counted against the quota.',
  quota_exceeded: 'The quota of the period is used up until `X-RateLimit-Reset`.',
  internal_error: 'Something failed on our side. Not counted against the quota.',
  as_of_unavailable: 'Historical data is not available for the moment.',
  timeout_error: 'It took too long. Ask again after `Retry-After` seconds.',
};

/** Codes that any operation may answer. */
const EVERYWHERE: readonly ErrorCode[] = [
  'bad_request',
  'invalid_parameter',
  'invalid_api_key',
  'rate_limited',
  'quota_exceeded',
  'internal_error',
  'timeout_error',
];

/** Codes by the status they come with; `4XX` and `5XX` stand for those that are not listed themselves. */
export type CodesByStatus = Readonly<Record<string, readonly ErrorCode[]>>;

/** The codes of every operation. */
export const COMMON_ERRORS: CodesByStatus = byStatus(EVERYWHERE);

/** The codes that an operation may answer. */
export function errorsOf(operation: Operation): CodesByStatus {
  const permission: readonly ErrorCode[] = operation.permission ? ['forbidden'] : [];
  return byStatus([...EVERYWHERE, ...permission, ...operation.errors]);
}

function byStatus(codes: readonly ErrorCode[]): CodesByStatus {
  const known = Object.keys(ERROR_STATUS) as ErrorCode[];
  const found: Record<string, ErrorCode[]> = { '4XX': ['bad_request'], '5XX': ['internal_error'] };
  for (const code of known.filter((each) => codes.includes(each))) {
    if (code === 'internal_error') continue;
    const status = String(ERROR_STATUS[code]);
    found[status] = [...(found[status] ?? []), code];
  }
  found['503']?.push('internal_error');
  return found;
}
