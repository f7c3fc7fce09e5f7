import type { ErrorCode } from '../errors.js';
import type { Operation } from '../operation.js';
import { COMMON_ERRORS, ERROR_MEANINGS, errorsOf } from './errors.js';
import { DOWNLOAD_HEADERS, QUOTA_HEADERS } from './headers.js';
import { type Json, reference } from './schemas.js';

const EXAMPLE_REQUEST_ID = 'req_01KQ2Z8V5W3N4M6P7R8S9T0ABC';

const COMMON_NAMES: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'InvalidKey',
  429: 'TooManyCalls',
  '4XX': 'Refused',
  504: 'TimedOut',
  '5XX': 'ServerError',
};

/** `components.responses`: the errors of every operation. */
export function commonResponses(): Json {
  return Object.fromEntries(
    Object.entries(COMMON_ERRORS).map(([status, codes]) => [
      COMMON_NAMES[status] ?? status,
      errorResponse(status, codes),
    ]),
  );
}

/** `responses` of an operation. @param data the schema of its `data` */
export function responsesOf(operation: Operation, data: Json): Json {
  const errors = Object.entries(errorsOf(operation)).map(([status, codes]) => [
    status,
    String(codes) === String(COMMON_ERRORS[status])
      ? reference('responses', COMMON_NAMES[status] ?? status)
      : errorResponse(status, codes),
  ]);
  return {
    200: successResponse(operation, data),
    ...(isDownload(data) && {
      206: download(data, 'The range that was asked for.', 'Content-Range'),
      416: {
        ...errorResponse('416', ['bad_request']),
        headers: headers('X-Request-Id', 'Content-Range', ...QUOTA_HEADERS),
      },
    }),
    304: {
      description: 'Unchanged since the `ETag` that was sent in `If-None-Match`.',
      headers: headers('X-Request-Id', 'ETag'),
    },
    ...Object.fromEntries(errors),
  };
}

/** Whether an answer says its own type and stands in no envelope. @param data the schema of `data` */
export function isDownload(data: Json): boolean {
  return typeof data.contentMediaType === 'string';
}

function download(data: Json, description: string, ...more: readonly string[]): Json {
  const names = ['X-Request-Id', 'ETag', 'X-Ignored-Parameters', ...DOWNLOAD_HEADERS, ...more];
  return {
    description,
    headers: headers(...names, ...QUOTA_HEADERS),
    content: { [String(data.contentMediaType)]: { schema: { type: 'string' } } },
  };
}

function successResponse(operation: Operation, data: Json): Json {
  if (isDownload(data)) return download(data, 'The whole of it.');
  const names = ['X-Request-Id', 'ETag', 'X-Ignored-Parameters', ...QUOTA_HEADERS];
  const success = { description: 'The answer.', headers: headers(...names) };
  const meta = reference('schemas', operation.isList ? 'ListMeta' : 'Meta');
  const schema = {
    type: 'object',
    properties: { data, meta },
    required: ['data', 'meta'],
  };
  return { ...success, content: { 'application/json': { schema } } };
}

function errorResponse(status: string, codes: readonly ErrorCode[]): Json {
  const quota = codes.includes('quota_exceeded') ? QUOTA_HEADERS : [];
  const retry = ['202', '429', '503', '504', '5XX'].includes(status) ? ['Retry-After'] : [];
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_MEANINGS[code]}`).join('\n\n'),
    headers: headers('X-Request-Id', ...retry, ...quota),
    content: {
      'application/json': {
        schema: {
          allOf: [
            reference('schemas', 'Error'),
            { properties: { error: { properties: { code: { enum: codes } } } } },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
}

function exampleOf(code: ErrorCode): Json {
  const message = ERROR_MEANINGS[code];
  return { error: { code, message }, meta: { request_id: EXAMPLE_REQUEST_ID } };
}

function headers(...names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

/** The schemas of what surrounds `data`, and of errors. */
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
            description: 'Context, for example the parameter that was refused.',
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
