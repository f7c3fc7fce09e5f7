import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ApiError } from '@gcd/contracts';
import { ALLOWED_METHODS } from './request-validation.js';

const EXPOSED = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Range',
  'ETag',
  'Last-Modified',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Change-Cursor',
  'X-Ignored-Parameters',
  'X-RateLimit-Bucket',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];

const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
  'cache-control': 'private',
  vary: 'accept-encoding',
  'x-content-type-options': 'nosniff',
};

const COMMON_HEADERS_OVER_TLS: Readonly<Record<string, string>> = {
  ...COMMON_HEADERS,
  'strict-transport-security': 'max-age=31536000',
};

/** Returns the headers that every response on a connection has. */
export function commonHeadersOn(socket: Socket): Readonly<Record<string, string>> {
  return socket instanceof TLSSocket ? COMMON_HEADERS_OVER_TLS : COMMON_HEADERS;
}

export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-methods': ALLOWED_METHODS,
  'access-control-max-age': '86400',
};

/** Seconds after which a client may retry, by status. What a 202 announces arrives with an import. */
const RETRY_AFTER: Readonly<Record<number, number>> = { 202: 60, 429: 1, 504: 120 };

/** Returns the headers that an error response has in addition. */
export function errorHeaders({ code, status, retryAfter }: ApiError): Record<string, string> {
  // A random time, so that rejected clients do not all retry at once.
  const seconds = retryAfter ?? (status === 503 ? randomInt(3, 9) : RETRY_AFTER[status]);
  // The bytes that follow a bad request may not be the start of another request.
  const endsConnection = code === 'bad_request' && status !== 414 && status !== 416;
  return {
    ...(seconds !== undefined && { 'retry-after': String(seconds) }),
    ...(status === 405 && { allow: ALLOWED_METHODS }),
    ...(endsConnection && { connection: 'close' }),
  };
}
