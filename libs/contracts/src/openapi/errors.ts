import { BAD_REQUEST_STATUS, ERROR_STATUS, type ErrorCode, PARAMETER_REASONS } from '../errors.js';
import type { Operation } from '../operation.js';

/** Description of each error code. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'The request was rejected as a whole; `details.type` says why.',
  invalid_parameter:
    'A parameter is missing or invalid; `details.parameter` names it and `details.reason` says why.',
  invalid_grader: 'Unknown grader, or one that this operation does not support.',
  invalid_api_key: 'The key is missing, unknown, disabled or expired.',
  forbidden: 'The key is not allowed to use this operation.',
  not_found: 'There is no such endpoint.',
  cert_not_found: 'No cert has this number.',
  card_not_found: 'There is no such card, or none for this spec.',
  spec_not_found: 'No spec has this number.',
  set_not_found: 'No set has this id.',
  processing: 'Known, but not ready yet. Retry after `Retry-After` seconds.',
  rate_limited: 'Too many requests in one second. Not counted against the quota.',
  quota_exceeded:
    'The quota of the period is used up until `X-RateLimit-Reset`, or a batch needs more than `X-RateLimit-Remaining`.',
  internal_error:
    'Something failed on our side. Not counted against the quota. With status 503, `details.reason` says why: `overload`, `account` (too many requests of this account), `deadline` or `dependency`.',
  as_of_unavailable: 'Historical data is temporarily unavailable.',
  timeout_error: 'The request took too long. Retry after `Retry-After` seconds.',
};

/** Codes that any operation may return. */
const EVERYWHERE: readonly ErrorCode[] = [
  'bad_request',
  'invalid_parameter',
  'invalid_api_key',
  'rate_limited',
  'quota_exceeded',
  'internal_error',
  'timeout_error',
];

/** Codes by status; `4XX` stands for the remaining ones. */
export type CodesByStatus = Readonly<Record<string, readonly ErrorCode[]>>;

/** The codes of every operation. */
export const COMMON_ERRORS: CodesByStatus = byStatus(EVERYWHERE);

/** The codes that an operation may return. */
export function errorsOf(operation: Operation): CodesByStatus {
  const codes = new Set([...EVERYWHERE, ...operation.errors]);
  if (operation.permission) codes.add('forbidden');
  if (operation.isFree) codes.delete('quota_exceeded');
  return byStatus([...codes]);
}

function byStatus(codes: readonly ErrorCode[]): CodesByStatus {
  const known = Object.keys(ERROR_STATUS) as ErrorCode[];
  const found: Record<string, ErrorCode[]> = { '4XX': ['bad_request'], '503': ['internal_error'] };
  for (const code of known.filter((each) => codes.includes(each))) {
    const status = String(ERROR_STATUS[code]);
    found[status] = [code, ...(found[status] ?? [])];
  }
  return found;
}

/** A member of `error.details`. */
interface Detail {
  readonly type: 'string';
  readonly enum?: readonly string[];
}

/**
 * The members of `error.details` of a code, all required. Codes without details have none.
 * @param operation undefined for a shared response
 */
export function detailsOf(
  code: ErrorCode,
  status: string,
  operation: Operation | undefined,
): Readonly<Record<string, Detail>> {
  const text: Detail = { type: 'string' };
  switch (code) {
    case 'bad_request':
      return { type: { ...text, enum: badRequestTypes(status) } };
    case 'invalid_parameter':
      return { parameter: text, reason: { ...text, enum: PARAMETER_REASONS } };
    case 'invalid_grader':
      return { parameter: text, reason: { ...text, enum: ['malformed', 'not_accepted'] } };
    case 'cert_not_found':
    case 'card_not_found':
    case 'spec_not_found':
    case 'set_not_found':
    case 'processing':
      return Object.fromEntries(
        Object.keys(operation?.pathParameters ?? {}).map((name) => [name, text]),
      );
  }
  return {};
}

/** Only the details that are possible with this status. Status 416 has its own response. */
function badRequestTypes(status: string): string[] {
  const types = Object.entries(BAD_REQUEST_STATUS).filter(([, own]) =>
    status === '4XX' ? own !== 400 && own !== 416 : String(own) === status,
  );
  return types.map(([type]) => type);
}
