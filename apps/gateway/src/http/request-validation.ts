import type { IncomingMessage } from 'node:http';
import { type ApiError, badRequest, MAX_HEADERS, MAX_PARAMETERS, MAX_URL } from '@gcd/contracts';

const MAX_BODY = 1_048_576;
const CONTINUE = '100-continue';
/** Maximum size in bytes of the URL and headers of a request together. */
export const MAX_HEADER_BYTES = 16_384;
/** Matches the host and port of a `Host` header, and nothing that has a meaning in HTML, JSON or a shell. */
export const HOST = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i;

// Matches paths that proxies and servers interpret differently: empty and dot segments, backslashes, encoded slashes,
// control characters, and number signs, which the router treats as the start of the query. The last two bytes of the
// pattern match C1 controls in UTF-8.
const AMBIGUOUS_PATH =
  /\/\/|\/(?:\.|%2e){1,2}(?:\/|$)|[\\#]|%(?:2f|5c|[01][\da-f]|7f|c2%[89][\da-f])/i;

/** Matches paths with a cert number or spec number, which may contain slashes and begin or end with line breaks. */
const NUMBER_PATH = /^\/v1\/(?:certs|specs)\/[^/]+\/./;
const ALLOWED_IN_NUMBER = /%2f|(?<=\/)(?:%(?:0[9ad]|20))+|(?:%(?:0[9ad]|20))+(?=\/|$)/gi;

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]+)(.*)$/i;

/**
 * Removes scheme and authority from a request target in absolute form, which servers must accept (RFC 9112, section
 * 3.2.2).
 */
export function toOriginForm(target: string): string {
  if (target.startsWith('/')) return target;
  const [, authority = '', rest = ''] = ABSOLUTE_FORM.exec(target) ?? [];
  if (!HOST.test(authority)) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Returns the error for a request that must be rejected before authentication; null if there is none. */
export function validateRequest(request: IncomingMessage): ApiError | null {
  return validateHeaders(request) ?? validateUrl(request.url ?? '');
}

function validateHeaders({ method = '', headers, rawHeaders }: IncomingMessage): ApiError | null {
  if (rawHeaders.length >= 2 * MAX_HEADERS) {
    return badRequest('headers_too_large', `Send fewer than ${MAX_HEADERS} headers.`);
  }
  if (countOf('host', rawHeaders) !== 1 || !HOST.test(headers.host ?? '')) {
    return badRequest('invalid_host', 'Send one valid `Host` header.');
  }
  if (countOf('x-api-key', rawHeaders) > 1) {
    return badRequest('duplicate_header', 'Send `x-api-key` once.');
  }
  if ((headers.expect ?? CONTINUE).toLowerCase() !== CONTINUE) {
    return badRequest('expectation_failed', 'Only `Expect: 100-continue` is supported.');
  }
  const bodyBytes = Number(headers['content-length'] ?? 0);
  // Report an unsupported method even if the request also has a body.
  if (!isServed(method) || (bodyBytes === 0 && !('transfer-encoding' in headers))) return null;
  const type = bodyBytes > MAX_BODY ? 'request_too_large' : 'unexpected_body';
  return badRequest(type, 'Send the request without a body.');
}

/** Counts how often a header was sent. `headers` has only the first `Host`, and joins other repeated headers. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? '';
    if (sent.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count;
}

function validateUrl(url: string): ApiError | null {
  if (url.length > MAX_URL) {
    return badRequest('uri_too_long', `The URL must have at most ${MAX_URL} characters.`);
  }
  const queryStart = url.indexOf('?');
  const sent = queryStart < 0 ? url : url.slice(0, queryStart);
  const path = NUMBER_PATH.test(sent) ? sent.replace(ALLOWED_IN_NUMBER, '-') : sent;
  if (!path.startsWith('/')) return malformedUri();
  const [ambiguous] = AMBIGUOUS_PATH.exec(path) ?? [];
  if (ambiguous !== undefined) return ambiguousPath(ambiguous);
  return queryStart < 0 ? null : validateQuery(url.slice(queryStart + 1));
}

function validateQuery(query: string): ApiError | null {
  if (query.split('&').length > MAX_PARAMETERS) {
    return badRequest('too_many_parameters', `Send at most ${MAX_PARAMETERS} parameters.`);
  }
  try {
    decodeURIComponent(query);
    return null;
  } catch {
    return badRequest('malformed_query', 'The query string must be percent-encoded UTF-8.');
  }
}

/** Creates the error for a path that is not well formed. */
export function malformedUri(): ApiError {
  return badRequest('malformed_uri', 'The path must begin with `/` and be percent-encoded UTF-8.');
}

function ambiguousPath(found: string): ApiError {
  return badRequest(
    'malformed_uri',
    `The path must not contain \`${found}\`. A path variable must not be empty, \`.\` or \`..\`, and must not contain slashes, backslashes, number signs or control characters.`,
  );
}

export function isServed(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Supported methods, for the `Allow` header. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

export function methodNotAllowed(): ApiError {
  return badRequest('method_not_allowed', `Only ${ALLOWED_METHODS} are supported.`);
}
