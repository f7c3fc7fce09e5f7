import type { Json } from './schemas.js';

/** Headers of responses to requests that are charged to a quota with a limit, and of `quota_exceeded` errors. */
export const QUOTA_HEADERS = [
  'X-RateLimit-Bucket',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;

/** Headers of a downloaded or unchanged file. */
export const FILE_HEADERS = [
  'Last-Modified',
  'Accept-Ranges',
  'Content-Disposition',
  'X-Change-Cursor',
] as const;

/** Response headers that show how the gateway interpreted the query parameters. */
export const PARAMETER_HEADERS = ['X-Ignored-Parameters', 'Preference-Applied'] as const;

/** `components.parameters`: request headers. */
export const REQUEST_HEADERS: Readonly<Record<string, Json>> = {
  IfNoneMatch: requestHeader(
    'If-None-Match',
    'The `ETag` of a response that you have stored. If it is still current, the response is `304` without a body.',
    'W/"oc2eBNhU9eQ2SQvBlVnHkSPiN3M"',
  ),
  Prefer: requestHeader(
    'Prefer',
    '`handling=strict` makes the API reject unknown query parameters.',
    'handling=strict',
  ),
  IfModifiedSince: requestHeader(
    'If-Modified-Since',
    'The `Last-Modified` of the file that you have stored. Ignored with `If-None-Match`.',
    'Sun, 22 Nov 2026 06:00:00 GMT',
  ),
  Range: requestHeader(
    'Range',
    'A range of bytes of the encoded response, to resume a download. A list of ranges is ignored.',
    'bytes=1048576-',
  ),
  IfRange: requestHeader(
    'If-Range',
    'The `ETag` or `Last-Modified` of the interrupted download. If that file no longer exists, the response is the whole newest file.',
    '"psa-20261122T060000Z-gzip"',
  ),
};

export const COMMON_REQUEST_HEADERS = ['IfNoneMatch', 'Prefer'] as const;

export const DOWNLOAD_REQUEST_HEADERS = ['IfModifiedSince', 'Range', 'IfRange'] as const;

function requestHeader(name: string, description: string, example: string): Json {
  return {
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', examples: [example] },
  };
}

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** `components.headers`. A header that is marked as required is in every response that lists it. */
export const HEADERS: Readonly<Record<string, Json>> = {
  'X-Request-Id': {
    description: 'Equal to `meta.request_id`.',
    required: true,
    schema: { $ref: '#/components/schemas/RequestId' },
  },
  ETag: {
    description:
      'Version of the response, to send in `If-None-Match`. Downloads have a strong ETag. All other ETags are weak and depend only on `data`.',
    required: true,
    schema: text,
  },
  'Last-Modified': {
    description: 'Time at which the file was built.',
    required: true,
    schema: text,
  },
  'Accept-Ranges': {
    description: 'The file supports range requests.',
    required: true,
    schema: { type: 'string', const: 'bytes' },
  },
  'Content-Range': {
    description: 'Range of the returned bytes, and size of the file.',
    required: true,
    schema: text,
  },
  'Content-Disposition': {
    description: 'Suggested file name, which contains a date.',
    required: true,
    schema: text,
  },
  'X-Change-Cursor': {
    description: 'Cursor of the change feed at the time of the build.',
    schema: text,
  },
  Location: {
    description: 'URL of the file.',
    schema: { type: 'string', format: 'uri' },
    required: true,
  },
  'Content-Encoding': { description: '`gzip` if the client accepts it.', schema: text },
  'X-Ignored-Parameters': {
    description: 'Names of at most 10 unknown query parameters, percent-encoded.',
    schema: text,
  },
  'Preference-Applied': {
    description: 'Confirms `Prefer: handling=strict`.',
    schema: { type: 'string', const: 'handling=strict' },
  },
  'Retry-After': {
    description:
      'Seconds to wait before the next attempt. During overload, a random number from 3 to 8, so that clients do not all retry at once.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Bucket': {
    description: 'Bucket to which the request was charged, for example `base`.',
    schema: text,
  },
  'X-RateLimit-Limit': { description: 'Requests allowed in the period.', schema: count },
  'X-RateLimit-Remaining': { description: 'Requests left after this one.', schema: count },
  'X-RateLimit-Reset': {
    description: 'End of the period, in seconds since 1970.',
    schema: count,
  },
  'RateLimit-Policy': {
    description: 'The quota as a structured field of the IETF draft.',
    schema: text,
  },
  RateLimit: {
    description: 'The remaining quota as a structured field of the IETF draft.',
    schema: text,
  },
};
