import { hash } from 'node:crypto';
import { matchesEtag, prefersGzip } from '@gcd/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { endGzip, type GzipStart, startGzip, startLargeGzip } from './gzip.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Maximum size in bytes of a response body that is converted to a string, so that it is sent together with the headers,
 * and that is compressed on the main thread. Both would take too long for a larger body.
 */
const MAX_TEXT = 16_384;

/** Minimum payload length in bytes for a response to be compressed. */
export const MIN_COMPRESSED = 1024;

/** The content of a successful response, without its envelope. */
export interface SuccessfulResponse {
  /** The `data` property of the response, as JSON. */
  readonly payload: Uint8Array | string;
  /** The `meta.pagination` property of the response, as JSON; only for a list. */
  readonly pagination?: string | undefined;
  readonly etag: string;
  /**
   * The compressed envelope up to the end of the payload. Undefined if the payload is too short or too long, or if no
   * client that accepts gzip has requested the response yet.
   */
  compressed?: GzipStart;
}

/** Computes a weak `ETag` from `data` alone, because the envelope contains a different request id in each response. */
export function etagOf(data: Uint8Array | string): string {
  return `W/"${hash('sha1', data, 'base64url')}"`;
}

/**
 * Sets the headers of a successful response, and compresses it for clients that accept gzip.
 * @returns the envelope; empty if the client's cached copy is current
 */
export function succeed(
  response: SuccessfulResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): string | Buffer | Promise<Buffer> {
  const { payload, pagination, etag } = response;
  reply.header('content-type', JSON_TYPE).header('etag', etag);
  if (matchesEtag(etag, request.headers['if-none-match'])) {
    reply.status(304);
    return '';
  }
  const end = meta(request.id, pagination);
  if (payload.length < MIN_COMPRESSED || !prefersGzip(request.headers['accept-encoding'])) {
    return wrap(BEFORE_DATA, payload, end);
  }
  reply.header('content-encoding', 'gzip');
  if (response.compressed) return endGzip(response.compressed, end);
  const start = wrap(BEFORE_DATA, payload, '');
  if (typeof start !== 'string') return startLargeGzip(start).then((large) => endGzip(large, end));
  response.compressed = startGzip(start);
  return endGzip(response.compressed, end);
}

const BEFORE_DATA = '{"data":';

/** Wraps a serialized error in the error envelope. */
export function failure(error: Uint8Array | string, requestId: string): string | Buffer {
  return wrap('{"error":', error, meta(requestId));
}

function wrap(before: string, json: Uint8Array | string, after: string): string | Buffer {
  if (typeof json === 'string') return before + json + after;
  if (json.length <= MAX_TEXT) return before + toText(json) + after;
  return Buffer.concat([Buffer.from(before), json, Buffer.from(after)]);
}

/** Converts serialized JSON from bytes to a string, without copying the bytes first. */
export function toText(json: Uint8Array): string {
  return Buffer.from(json.buffer, json.byteOffset, json.length).toString();
}

function meta(requestId: string, pagination?: string): string {
  const page = pagination ? `,"pagination":${pagination}` : '';
  return `,"meta":{"request_id":"${requestId}"${page}}}`;
}
