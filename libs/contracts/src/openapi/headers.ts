import type { Json } from './schemas.js';

/** Headers of every answer to a call that is charged to a limited bucket. Shown with successes only, to keep the rest short. */
export const QUOTA_HEADERS = [
  'X-RateLimit-Bucket',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;

/** Headers of the answer to a download. */
export const DOWNLOAD_HEADERS = [
  'Last-Modified',
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Encoding',
] as const;

/** What a download can be asked with, besides its parameters. */
export const RANGE_PARAMETERS: readonly Json[] = [
  {
    name: 'Range',
    in: 'header',
    required: false,
    description:
      'One range of bytes of the answer as it is encoded, to go on where a download broke off. Several at once are not looked at.',
    schema: { type: 'string', examples: ['bytes=1048576-'] },
  },
  {
    name: 'If-Range',
    in: 'header',
    required: false,
    description:
      'The `ETag` or `Last-Modified` of the download that broke off. When that is not kept any more, all of the newest comes instead of the range.',
    schema: { type: 'string' },
  },
];

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** `components.headers`. */
export const HEADERS: Readonly<Record<string, Json>> = {
  'X-Request-Id': {
    description: 'Equal to `meta.request_id`.',
    schema: { $ref: '#/components/schemas/RequestId' },
  },
  ETag: {
    description:
      'Send it in `If-None-Match`. Weak, and made from `data` alone; that of a download is strong.',
    schema: text,
  },
  'Last-Modified': { description: 'When what is downloaded was made.', schema: text },
  'Accept-Ranges': { description: '`bytes`: a range can be asked for.', schema: text },
  'Content-Range': { description: 'Which bytes these are, of how many.', schema: text },
  'Content-Disposition': { description: 'A name for the file, with a date.', schema: text },
  'Content-Encoding': { description: '`gzip` when that was accepted.', schema: text },
  'X-Ignored-Parameters': {
    description:
      'Names of query parameters that the operation does not know, percent-encoded, at most 10.',
    schema: text,
  },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: count },
  'X-RateLimit-Bucket': { description: 'The bucket charged, for example `base`.', schema: text },
  'X-RateLimit-Limit': { description: 'Calls allowed in the period.', schema: count },
  'X-RateLimit-Remaining': { description: 'Calls left after this one.', schema: count },
  'X-RateLimit-Reset': {
    description: 'When the period ends, in seconds since 1970.',
    schema: count,
  },
  'RateLimit-Policy': {
    description: 'The same quota as a structured field of the IETF draft.',
    schema: text,
  },
  RateLimit: {
    description: 'What is left of it, as a structured field of the IETF draft.',
    schema: text,
  },
};
