import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ApiError, badRequest } from '@gcd/contracts';
import type { OpenRequests } from '@gcd/http';
import { ulid } from 'ulid';
import { failure, JSON_TYPE } from './envelope.js';
import { commonHeadersOn, errorHeaders } from './headers.js';
import { MAX_HEADER_BYTES, methodNotAllowed } from './request-validation.js';

/** Time in milliseconds that a client has to close its connection after an error. */
const MAX_CLOSING_MS = 5000;

interface ParserError extends Error {
  readonly code?: string;
  /** The bytes that Node's HTTP parser was reading when the error occurred. */
  readonly rawPacket?: unknown;
}

export function newRequestId(): string {
  // An id is not a secret. Random bytes would cost more than all other work for a cached response.
  return `req_${ulid(undefined, Math.random)}`;
}

/** Connections that are being closed after an error. The gateway discards further data that they receive. */
const ending = new WeakSet<Socket>();

/**
 * Sends an error envelope for input that is not a complete request: bytes that are not HTTP, or headers that are too
 * long or arrive too slowly. The envelope follows the responses to earlier requests, because the client would otherwise
 * mistake it for one of these responses.
 */
export function respondToParserError(
  error: ParserError,
  socket: Socket,
  openRequests: OpenRequests,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  if (ending.has(socket)) return;
  ending.add(socket);
  openRequests.afterResponses(socket, () => writeRaw(socket, errorOfParser(error)));
}

/** Sends error envelopes for `CONNECT` requests, which Node does not report as requests. */
export function rejectConnectRequests(server: Server, openRequests: OpenRequests): void {
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    // Node has removed its own listeners. Without a listener, an error would end the process.
    socket.on('error', () => socket.destroy()).on('timeout', () => socket.destroy());
    openRequests.afterResponses(socket, () => writeRaw(socket, methodNotAllowed()));
  });
}

function errorOfParser({ code, rawPacket }: ParserError): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return badRequest(
        'headers_too_large',
        `The URL and headers must have at most ${MAX_HEADER_BYTES} bytes together.`,
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return badRequest('request_timeout', 'The request did not arrive in time.');
    case 'HPE_INVALID_METHOD':
      // Node's parser does not support the method of this request.
      if (Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 7).toString('latin1') === 'QUERY /') {
        return methodNotAllowed();
      }
  }
  return badRequest('malformed_request', 'This is not a well-formed HTTP request.');
}

function writeRaw(socket: Socket, error: ApiError): void {
  if (!socket.writable) return;
  const requestId = newRequestId();
  const body = failure(JSON.stringify(error), requestId);
  const headers = {
    ...commonHeadersOn(socket),
    ...errorHeaders(error),
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n`);
  socket.end(body);
  // Read and discard what the client is still sending, so that the client can read the response.
  socket.resume();
  const timeout = setTimeout(() => socket.destroy(), MAX_CLOSING_MS).unref();
  socket.once('close', () => clearTimeout(timeout));
}
