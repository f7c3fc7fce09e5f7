import { BAD_REQUESTS, ERRORS, type ErrorCode } from '../errors.js';
import type { Operation } from '../operation.js';

const EVERYWHERE: readonly ErrorCode[] = [
  'bad_request',
  'invalid_parameter',
  'invalid_api_key',
  'rate_limited',
  'quota_exceeded',
  'internal_error',
  'timeout_error',
];

export type CodesByStatus = Readonly<Record<string, readonly ErrorCode[]>>;

/** Error codes that every operation can return, by status. */
export const COMMON_ERRORS: CodesByStatus = byStatus(EVERYWHERE);

export function errorsOf(operation: Operation): CodesByStatus {
  const codes = new Set([...EVERYWHERE, ...operation.errors]);
  if (operation.permission) codes.add('forbidden');
  if (operation.isFree) codes.delete('quota_exceeded');
  return byStatus([...codes]);
}

/** Groups error codes by status, with more specific codes first. */
function byStatus(codes: readonly ErrorCode[]): CodesByStatus {
  const known = Object.keys(ERRORS) as ErrorCode[];
  const found: Record<string, ErrorCode[]> = {};
  for (const code of known.filter((each) => codes.includes(each))) {
    for (const status of statusesOf(code)) found[status] = [code, ...(found[status] ?? [])];
  }
  return found;
}

/**
 * Returns the statuses that an error code can have in responses to `GET`. Status 416 is omitted, because only downloads
 * return it.
 */
function statusesOf(code: ErrorCode): readonly string[] {
  if (code === 'internal_error') return ['500', '503'];
  if (code !== 'bad_request') return [String(ERRORS[code].status)];
  const statuses = Object.values(BAD_REQUESTS).map(({ status }) => String(status));
  return [...new Set(statuses)].filter((status) => status !== '405' && status !== '416');
}

/** Lists the fields of `error.details` for an error code. All of these fields are always present. */
export function detailsOf(code: ErrorCode, status: string, operation?: Operation): string[] {
  switch (code) {
    case 'bad_request':
      return ['type'];
    case 'invalid_parameter':
    case 'invalid_grader':
      return ['parameter', 'reason'];
    case 'forbidden':
      return [operation?.permission ? 'permission' : 'catalog'];
    case 'internal_error':
      return status === '503' ? ['reason'] : [];
    case 'cert_not_found':
    case 'card_not_found':
    case 'spec_not_found':
    case 'set_not_found':
    case 'processing':
      return Object.keys(operation?.pathParameters ?? {});
  }
  return [];
}
