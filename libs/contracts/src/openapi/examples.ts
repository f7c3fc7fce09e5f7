import { BAD_REQUESTS, ERRORS, type ErrorCode } from '../errors.js';
import { EXAMPLE_REQUEST_ID } from './envelope.js';
import { detailsOf } from './errors.js';
import type { NamedOperation } from './operations.js';
import RECORDED_EXAMPLES from './recorded-examples.json' with { type: 'json' };
import type { Json } from './schemas.js';

/**
 * Responses to example requests by path and status, those with an error also by code: recorded from the sample dataset by the
 * gateway's `portal/record-examples.js`, and shortened.
 */
const RECORDED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = RECORDED_EXAMPLES;

/** Where the examples are that all operations share. */
const SHARED = 'every operation';

/** The recorded example of a success. */
export function successExample({ operation }: NamedOperation, status: '200' | '206'): unknown {
  return RECORDED[operation.path]?.[status];
}

/**
 * An example of an error: recorded, or composed if no request can provoke the error in the sample.
 * @param named undefined for a response that all operations share
 */
export function errorExample(code: ErrorCode, status: string, named?: NamedOperation): Json {
  const recorded = [named?.operation.path ?? SHARED, SHARED].map(
    (path) => (RECORDED[path]?.[status] as Readonly<Record<string, Json>> | undefined)?.[code],
  );
  return recorded.find((each) => each !== undefined) ?? { value: composed(code, status, named) };
}

/** An error with the meaning of its code as message. */
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
