import { ERRORS, type ErrorCode } from '../errors.js';
import type { Operation } from '../operation.js';
import { COMMON_ERRORS, detailsOf, errorsOf } from './errors.js';
import { errorExample, successExample } from './examples.js';
import { FILE_HEADERS, PARAMETER_HEADERS, QUOTA_HEADERS } from './headers.js';
import type { NamedOperation } from './operations.js';
import { type Json, reference } from './schemas.js';

const COMMON_NAMES: Readonly<Record<string, string>> = {
  401: 'InvalidApiKey',
  408: 'RequestTimeout',
  413: 'ContentTooLarge',
  414: 'UriTooLong',
  417: 'ExpectationFailed',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
};

/** Creates `components.responses`: the errors that every operation can return, except errors about a parameter. */
export function commonResponses(): Json {
  return Object.fromEntries(
    Object.entries(COMMON_NAMES).map(([status, name]) => [
      name,
      errorResponse(status, COMMON_ERRORS[status] ?? []),
    ]),
  );
}

/** Creates the `responses` of an operation. @param data the schema of `data` in its response */
export function responsesOf(named: NamedOperation, data: Json): Json {
  const { operation } = named;
  const errors = Object.entries(errorsOf(operation)).map(([status, codes]) => {
    const common = COMMON_NAMES[status];
    return [
      status,
      common && String(codes) === String(COMMON_ERRORS[status])
        ? reference('responses', common)
        : errorResponse(status, codes, named),
    ];
  });
  const charged = operation.isFree ? [] : QUOTA_HEADERS;
  return {
    200: successResponse(named, data, charged),
    ...(isDownload(data) && {
      206: download(named, data, '206', [...charged, 'Content-Range']),
      302: {
        description:
          'The file is at `Location`, a URL that is valid for a short time. Only in installations that redirect downloads, for clients that accept gzip. Do not send your API key to that URL.',
        headers: headers(
          ...['X-Request-Id', 'ETag', 'Location', ...PARAMETER_HEADERS, ...charged],
          ...FILE_HEADERS,
        ),
      },
      416: errorResponse('416', ['bad_request'], named),
    }),
    304: {
      description:
        'The data has not changed since the response with the `ETag` in `If-None-Match`.',
      headers: headers(
        ...['X-Request-Id', 'ETag', ...PARAMETER_HEADERS, ...charged],
        ...(isDownload(data) ? FILE_HEADERS : []),
      ),
    },
    ...Object.fromEntries(errors),
  };
}

/**
 * Whether a response has its own content type instead of the envelope. @param data the schema of `data` in the response
 */
export function isDownload(data: Json): boolean {
  return typeof data.contentMediaType === 'string';
}

function download(
  named: NamedOperation,
  data: Json,
  status: '200' | '206',
  more: readonly string[],
): Json {
  const own = [...FILE_HEADERS, 'Content-Encoding', ...more];
  const names = ['X-Request-Id', 'ETag', ...PARAMETER_HEADERS, ...own];
  return {
    description: status === '200' ? 'The whole file.' : 'The requested range.',
    headers: headers(...names),
    content: {
      [String(data.contentMediaType)]: {
        schema: { type: 'string' },
        example: successExample(named, status),
      },
    },
  };
}

function successResponse(named: NamedOperation, data: Json, charged: readonly string[]): Json {
  const { name, operation } = named;
  if (isDownload(data)) return download(named, data, '200', charged);
  const names = ['X-Request-Id', 'ETag', 'Content-Encoding', ...PARAMETER_HEADERS, ...charged];
  const schema = {
    // Code generators name the type of the response after this title.
    title: `${name.charAt(0).toUpperCase()}${name.slice(1)}Response`,
    type: 'object',
    properties: {
      data: '$ref' in data ? data : { description: 'The items of this page.', ...data },
      meta: reference('schemas', operation.isList ? 'ListMeta' : 'Meta'),
    },
    required: ['data', 'meta'],
  };
  return {
    description: 'Success.',
    headers: headers(...names),
    content: { 'application/json': { schema, example: successExample(named, '200') } },
  };
}

/** Creates an error response. @param named the operation; undefined for a response that several operations share */
function errorResponse(status: string, codes: readonly ErrorCode[], named?: NamedOperation): Json {
  const details = codes.map((code) => [code, detailsOf(code, status, named?.operation)]);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
    headers: headers('X-Request-Id', ...errorHeaders(status, codes, named?.operation)),
    content: {
      'application/json': {
        schema: reference('schemas', 'ApiError'),
        examples: Object.fromEntries(
          codes.map((code) => [code, errorExample(code, status, named)]),
        ),
      },
    },
    // Lists all error codes with this status, and the fields of `error.details` for each code.
    'x-error-codes': Object.fromEntries(details),
  };
}

/** Statuses of errors that are returned only before the gateway validates the parameters. */
const EARLY = ['401', '403', '408', '413', '414', '417', '429', '431'];
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
    ...(status === '416' ? ['Content-Range'] : []),
    ...(EARLY.includes(status) ? [] : PARAMETER_HEADERS),
    ...(hasQuota ? QUOTA_HEADERS : []),
  ];
}

function headers(...names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}
