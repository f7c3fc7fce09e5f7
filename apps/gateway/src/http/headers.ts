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

/** Returns the headers that every response has. @param isTls whether the gateway serves HTTPS */
export function commonHeaders(isTls: boolean): Readonly<Record<string, string>> {
  return isTls ? COMMON_HEADERS_OVER_TLS : COMMON_HEADERS;
}

/** Returns the headers that every response on a connection has. */
export function commonHeadersOn(socket: Socket): Readonly<Record<string, string>> {
  return commonHeaders(socket instanceof TLSSocket);
}

export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-methods': ALLOWED_METHODS,
  'access-control-max-age': '86400',
};

/** Returns the seconds after which a client may retry; null if a retry does not help. */
function retryAfter(status: number): number | null {
  switch (status) {
    // The data arrives with an import.
    case 202:
      return 60;
    case 429:
      return 1;
    case 503:
      // A random time, so that rejected clients do not all retry at once.
      return randomInt(3, 9);
    case 504:
      return 120;
    default:
      return null;
  }
}

/** Returns the response headers that depend on the status. */
export function statusHeaders(status: number): Record<string, string> {
  const seconds = retryAfter(status);
  return {
    ...(seconds !== null && { 'retry-after': String(seconds) }),
    ...(status === 405 && { allow: ALLOWED_METHODS }),
  };
}

/**
 * Whether an error response must close its connection, because the following bytes may not be the start of another
 * request.
 */
export function endsConnection({ code, status }: ApiError): boolean {
  return code === 'bad_request' && status !== 414 && status !== 416;
}
