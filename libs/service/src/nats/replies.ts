import type { ApiError } from '@gcd/contracts';
import { MAX_REPLY_LINE } from './batches.js';
import { type ReplyFrame, writeReply } from './frames.js';
import { List, RawJson } from './responses.js';

type Head = Pick<ReplyFrame, 'instance' | 'version'>;

/**
 * Creates the reply for the result of a handler: a value, a {@link List}, or bytes.
 * @param limit maximum size of a message in bytes
 * @throws Error if the reply exceeds the limit
 */
export function resultReply(head: Head, result: unknown, limit: number): string | Uint8Array {
  const isList = result instanceof List;
  const pagination = isList ? JSON.stringify(result.pagination) : undefined;
  const frame = writeReply(
    { ...head, status: 200, pagination },
    serialized(isList ? result.items : result),
  );
  const size = Buffer.byteLength(frame);
  if (size + MAX_REPLY_LINE > limit) {
    throw new Error(`a reply of ${size} bytes exceeds NATS' limit of ${limit}`);
  }
  return frame;
}

export function errorReply(head: Head, error: ApiError): string | Uint8Array {
  return writeReply(
    { ...head, status: error.status, pagination: undefined },
    JSON.stringify(error),
  );
}

function serialized(data: unknown): string | Uint8Array {
  if (data instanceof Uint8Array) return data;
  return data instanceof RawJson ? data.text : JSON.stringify(data);
}
