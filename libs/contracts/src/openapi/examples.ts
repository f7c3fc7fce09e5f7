import { BAD_REQUESTS, ERRORS, type ErrorCode } from '../errors.js';
import { EXAMPLE_REQUEST_ID } from './envelope.js';
import { detailsOf } from './errors.js';
import type { NamedOperation } from './operations.js';
import RECORDED_EXAMPLES from './recorded-examples.json' with { type: 'json' };
import type { Json } from './schemas.js';

/**
 * Example responses by path and status, and error responses also by code. They were recorded with the sample dataset
 * and shortened by `apps/docs/portal/record-examples.js`.
 */
const RECORDED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = RECORDED_EXAMPLES;

/** Key of the examples that all operations share. */
const SHARED = 'every operation';

/** Returns the recorded example of a successful response. */
export function successExample({ operation }: NamedOperation, status: '200' | '206'): unknown {
  return RECORDED[operation.path]?.[status];
}

/**
 * Returns an example of an error: a recorded one if a request for the sample dataset can cause the error, and otherwise
 * a composed one.
 * @param named the operation; undefined for an example that all operations share
 */
export function errorExample(code: ErrorCode, status: string, named?: NamedOperation): Json {
  const recorded = [named?.operation.path ?? SHARED, SHARED].map(
    (path) => (RECORDED[path]?.[status] as Readonly<Record<string, Json>> | undefined)?.[code],
  );
  return recorded.find((each) => each !== undefined) ?? { value: composed(code, status, named) };
}

/** Composes an error whose message is the description of its code. */
function composed(code: ErrorCode, status: string, named?: NamedOperation): Json {
  const details = detailsOf(code, status, named?.operation).map((name) => [
    name,
    name === 'type' ? typeOf(status) : 'overload',
  ]);
  const error = { code, message: ERRORS[code].meaning };
  return {
    error: details.length > 0 ? { ...error, details: Object.fromEntries(details) } : error,
    meta: { request_id: EXAMPLE_REQUEST_ID },
  };
}

function typeOf(status: string): string | undefined {
  return Object.entries(BAD_REQUESTS).find(([, each]) => String(each.status) === status)?.[0];
}
