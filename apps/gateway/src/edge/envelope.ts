import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../downloads/conditional-request.js';

/** The content type of every JSON answer. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Up to this size a text is written together with the headers, which saves more than making it costs. */
const MAX_TEXT = 16_384;

/** A successful response without its envelope. */
export interface SuccessfulResponse {
  /** `data`, as JSON. */
  readonly payload: Uint8Array | string;
  /** `meta.pagination` of a list, as JSON. */
  readonly pagination?: string | undefined;
  readonly etag: string;
}

/** A weak `ETag` of `data` alone: the request id in the envelope is new each time. */
export function etagOf(data: Uint8Array | string): string {
  return `W/"${hash('sha1', data, 'base64url')}"`;
}

/** Sets the headers of a successful response. @returns its body: the success envelope, or nothing when the client has it already */
export function succeed(
  { payload, pagination, etag }: SuccessfulResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): string | Buffer {
  reply.header('content-type', JSON_TYPE).header('etag', etag);
  if (matchesEtag(etag, request.headers['if-none-match'])) {
    reply.status(304);
    return '';
  }
  return wrap('{"data":', payload, meta(request.id, pagination));
}

/** The error envelope around finished JSON. */
export function failure(error: Uint8Array | string, requestId: string): string | Buffer {
  return wrap('{"error":', error, meta(requestId));
}

function wrap(before: string, json: Uint8Array | string, after: string): string | Buffer {
  if (typeof json === 'string') return before + json + after;
  if (json.length <= MAX_TEXT) return before + toText(json) + after;
  return Buffer.concat([Buffer.from(before), json, Buffer.from(after)]);
}

/** JSON as text, when it is small enough to be written as such. */
export function toText(json: Uint8Array): string {
  return Buffer.from(json.buffer, json.byteOffset, json.length).toString();
}

function meta(requestId: string, pagination?: string): string {
  const page = pagination ? `,"pagination":${pagination}` : '';
  return `,"meta":{"request_id":"${requestId}"${page}}}`;
}
