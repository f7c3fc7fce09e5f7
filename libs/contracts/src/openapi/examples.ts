import { BAD_REQUESTS, ERRORS, type ErrorCode } from '../errors.js';
import type { Operation } from '../operation.js';
import { EXAMPLE_REQUEST_ID } from './envelope.js';
import { detailsOf } from './errors.js';
import type { Json } from './schemas.js';

/** An example of an error, with the meaning of its code as message. */
export function errorExample(code: ErrorCode, status: string, operation?: Operation): Json {
  const details = detailsOf(code, status, operation).map((name) => [
    name,
    detailExample(name, code, status, operation),
  ]);
  const error = { code, message: ERRORS[code].meaning };
  return {
    error: details.length > 0 ? { ...error, details: Object.fromEntries(details) } : error,
    meta: { request_id: EXAMPLE_REQUEST_ID },
  };
}

function detailExample(
  name: string,
  code: ErrorCode,
  status: string,
  operation?: Operation,
): unknown {
  switch (name) {
    case 'type':
      return Object.entries(BAD_REQUESTS).find(([, each]) => String(each.status) === status)?.[0];
    case 'reason':
      return code === 'internal_error' ? 'overload' : 'malformed';
    case 'parameter':
      return code === 'invalid_grader' ? 'grader' : 'page';
  }
  const examples = operation?.pathParameters[name]?.schema.examples;
  return (examples as readonly unknown[] | undefined)?.[0];
}
