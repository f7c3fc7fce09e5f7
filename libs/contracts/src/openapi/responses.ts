import type { ErrorCode } from '../errors.js';
import type { Operation } from '../operation.js';
import { COMMON_ERRORS, detailsOf, ERROR_MEANINGS, errorsOf } from './errors.js';
import { FILE_HEADERS, PARAMETER_HEADERS, QUOTA_HEADERS } from './headers.js';
import { type Json, reference } from './schemas.js';

const EXAMPLE_REQUEST_ID = 'req_01KQ2Z8V5W3N4M6P7R8S9T0ABC';

const COMMON_NAMES: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'InvalidKey',
  429: 'TooManyRequests',
  '4XX': 'Rejected',
  500: 'ServerError',
  503: 'Unavailable',
  504: 'TimedOut',
};

/** `components.responses`: the errors of every operation. */
export function commonResponses(): Json {
  return Object.fromEntries(
    Object.entries(COMMON_ERRORS).map(([status, codes]) => [
      COMMON_NAMES[status],
      errorResponse(status, codes),
    ]),
  );
}

/** `responses` of an operation. @param data the schema of its `data` */
export function responsesOf(operation: Operation, data: Json): Json {
  const errors = Object.entries(errorsOf(operation)).map(([status, codes]) => [
    status,
    !operation.isFree && String(codes) === String(COMMON_ERRORS[status])
      ? reference('responses', COMMON_NAMES[status] ?? status)
      : errorResponse(status, codes, operation),
  ]);
  const charged = operation.isFree ? [] : QUOTA_HEADERS;
  return {
    200: successResponse(operation, data, charged),
    ...(isDownload(data) && {
      206: download(data, 'The requested range.', [...charged, 'Content-Range']),
      416: errorResponse('416', ['bad_request'], operation),
    }),
    304: {
      description: 'Unchanged since the response with the `ETag` in `If-None-Match`.',
      headers: headers(
        ...['X-Request-Id', 'ETag', ...PARAMETER_HEADERS, ...charged],
        ...(isDownload(data) ? FILE_HEADERS : []),
      ),
    },
    ...Object.fromEntries(errors),
  };
}

/** Whether a response has its own content type and no envelope. @param data the schema of `data` */
export function isDownload(data: Json): boolean {
  return typeof data.contentMediaType === 'string';
}

function download(data: Json, description: string, more: readonly string[]): Json {
  const own = [...FILE_HEADERS, 'Content-Encoding', ...more];
  const names = ['X-Request-Id', 'ETag', ...PARAMETER_HEADERS, ...own];
  return {
    description,
    headers: headers(...names),
    content: { [String(data.contentMediaType)]: { schema: { type: 'string' } } },
  };
}

function successResponse(operation: Operation, data: Json, charged: readonly string[]): Json {
  if (isDownload(data)) return download(data, 'The whole file.', charged);
  const names = ['X-Request-Id', 'ETag', 'Content-Encoding', ...PARAMETER_HEADERS, ...charged];
  const success = { description: 'Success.', headers: headers(...names) };
  const meta = reference('schemas', operation.isList ? 'ListMeta' : 'Meta');
  const schema = {
    type: 'object',
    properties: { data, meta },
    required: ['data', 'meta'],
  };
  return { ...success, content: { 'application/json': { schema } } };
}

/** @param operation undefined for a shared response */
function errorResponse(status: string, codes: readonly ErrorCode[], operation?: Operation): Json {
  const errors = codes.map((code) => errorSchema(code, status, operation));
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_MEANINGS[code]}`).join('\n\n'),
    headers: headers('X-Request-Id', ...errorHeaders(status, codes, operation)),
    content: {
      'application/json': {
        schema: {
          allOf: [
            reference('schemas', 'Error'),
            { properties: { error: errors.length > 1 ? { oneOf: errors } : errors[0] } },
          ],
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: exampleOf(code, status, operation) }]),
        ),
      },
    },
  };
}

function errorSchema(code: ErrorCode, status: string, operation?: Operation): Json {
  const properties = detailsOf(code, status, operation);
  const required = Object.keys(properties);
  const details = { type: 'object', properties, required };
  const hasDetails = required.length > 0;
  return {
    properties: { code: { const: code }, ...(hasDetails && { details }) },
    required: hasDetails ? ['code', 'details'] : ['code'],
  };
}

/** Checks before parameter validation return only these statuses. */
const EARLY = ['401', '403', '429', '4XX'];
const WITH_RETRY_AFTER = ['202', '429', '503', '504'];
const CHARGED = ['202', '400', '404', '416'];

function errorHeaders(
  status: string,
  codes: readonly ErrorCode[],
  operation?: Operation,
): string[] {
  const hasQuota =
    (CHARGED.includes(status) && !operation?.isFree) || codes.includes('quota_exceeded');
  return [
    ...(WITH_RETRY_AFTER.includes(status) ? ['Retry-After'] : []),
    ...(status === '4XX' ? ['Allow'] : []),
    ...(status === '416' ? ['Content-Range'] : []),
    ...(EARLY.includes(status) ? [] : PARAMETER_HEADERS),
    ...(hasQuota ? QUOTA_HEADERS : []),
  ];
}

function exampleOf(code: ErrorCode, status: string, operation?: Operation): Json {
  const details = Object.entries(detailsOf(code, status, operation)).map(([name, detail]) => {
    const examples = operation?.pathParameters[name]?.schema.examples as string[] | undefined;
    return [name, detail.enum?.[0] ?? examples?.[0] ?? 'page'];
  });
  const error = { code, message: ERROR_MEANINGS[code] };
  return {
    error: details.length > 0 ? { ...error, details: Object.fromEntries(details) } : error,
    meta: { request_id: EXAMPLE_REQUEST_ID },
  };
}

function headers(...names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

/** Schemas of the envelopes and of errors. */
export const ENVELOPE_SCHEMAS: Readonly<Record<string, Json>> = {
  Error: {
    type: 'object',
    description: 'Branch on `error.code`; `error.message` is for people and may change.',
    properties: {
      error: {
        type: 'object',
        properties: {
          code: { type: 'string', description: 'Stable, for programs.' },
          message: { type: 'string', description: 'For people.' },
          details: {
            type: 'object',
            description: 'Context, for example the parameter that was rejected.',
            additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
          },
        },
        required: ['code', 'message'],
      },
      meta: reference('schemas', 'Meta'),
    },
    required: ['error', 'meta'],
  },
  Meta: {
    type: 'object',
    properties: { request_id: reference('schemas', 'RequestId') },
    required: ['request_id'],
  },
  ListMeta: {
    type: 'object',
    properties: {
      request_id: reference('schemas', 'RequestId'),
      pagination: {
        type: 'object',
        properties: {
          page: { type: 'integer', minimum: 1 },
          page_size: { type: 'integer', minimum: 1 },
          total: { type: 'integer', minimum: 0 },
          total_pages: { type: 'integer', minimum: 0 },
          next_page: { type: 'integer', minimum: 2, description: 'Absent on the last page.' },
        },
        required: ['page', 'page_size', 'total', 'total_pages'],
      },
    },
    required: ['request_id', 'pagination'],
  },
  RequestId: {
    type: 'string',
    pattern: '^req_[0-9A-HJKMNP-TV-Z]{26}$',
    description: 'Name it when you report a problem. Equal to the header `X-Request-Id`.',
    examples: [EXAMPLE_REQUEST_ID],
  },
};
