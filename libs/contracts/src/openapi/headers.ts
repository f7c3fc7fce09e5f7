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

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** `components.headers`. */
export const HEADERS: Readonly<Record<string, Json>> = {
  'X-Request-Id': {
    description: 'Equal to `meta.request_id`.',
    schema: { $ref: '#/components/schemas/RequestId' },
  },
  ETag: {
    description: 'Weak; made from `data` alone. Send it in `If-None-Match`.',
    schema: text,
  },
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
