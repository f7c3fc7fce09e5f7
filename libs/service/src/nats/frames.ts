/**
 * Messages over NATS: a line for the two ends, then the payload. NATS headers could say the same, and cost a request ten times
 * as much to write and read.
 */

const LINE_END = 10;
// What a caller accepts, at the end of its line. Pagination begins with a brace, so a number before it is a version.
const WITH_VERSION = 'v';
const REPLY_LINE = /^(\d+) (\S*) (?:(\d+) )?(.*)$/;

/** A request: its line is `REQUEST-ID TIMEOUT-MS TRACEPARENT FORMAT`. What a later version adds behind that is not read. */
export interface CallFrame {
  /** Of the client's request, for the log. */
  readonly requestId: string;
  /** For how many milliseconds the caller still waits. After that it is not worth answering. */
  readonly timeout: number;
  /** What this request is a part of, as W3C's `traceparent`, if it is traced. */
  readonly traceparent: string | undefined;
  /** Whether the caller can read a reply with a data version. */
  readonly acceptsVersion: boolean;
  /** Parsed from JSON. */
  readonly request: unknown;
}

/** A reply: its line is `STATUS INSTANCE VERSION PAGINATION`. A caller that does not accept a version gets none. */
export interface ReplyFrame {
  /** 200, or the status of the error. */
  readonly status: number;
  /** Who replied; it also answers on the operation's subject with its name appended. */
  readonly instance: string;
  /** The data that was read is at least as new as this data version; 0: not known; undefined: the caller does not accept one. */
  readonly version: number | undefined;
  /** `meta.pagination` of a list, as JSON. */
  readonly pagination: string | undefined;
  /** JSON of `data` of the envelope, or of `error` when the status is not 200. Bytes when the operation answers with these. */
  readonly payload: Uint8Array;
}

/** Writes a request. @param json of the request */
export function writeCall(
  requestId: string,
  timeout: number,
  json: string,
  traceparent = '',
): string {
  return `${requestId} ${timeout} ${traceparent} ${WITH_VERSION}\n${json}`;
}

/** Reads a request. @throws SyntaxError when it is none */
export function readCall(text: string): CallFrame {
  const lineEnd = text.indexOf('\n');
  const line = text.slice(0, Math.max(lineEnd, 0)).split(' ');
  const [requestId = '', timeout, traceparent, format] = line;
  if (timeout === undefined) throw new SyntaxError('not a request');
  return {
    requestId,
    timeout: Number(timeout),
    traceparent: traceparent || undefined,
    acceptsVersion: format === WITH_VERSION,
    request: JSON.parse(text.slice(lineEnd + 1)),
  };
}

/** Writes a reply. */
export function writeReply(
  { status, instance, version, pagination = '' }: Omit<ReplyFrame, 'payload'>,
  payload: string | Uint8Array,
): string | Uint8Array {
  const line = `${status} ${instance} ${version === undefined ? '' : `${version} `}${pagination}\n`;
  return typeof payload === 'string' ? line + payload : Buffer.concat([Buffer.from(line), payload]);
}

/** Reads a reply. @throws SyntaxError when it is none */
export function readReply(data: Uint8Array): ReplyFrame {
  const lineEnd = data.indexOf(LINE_END);
  if (lineEnd < 0) throw new SyntaxError('not a reply');
  const line = Buffer.from(data.buffer, data.byteOffset, lineEnd).toString();
  const parts = REPLY_LINE.exec(line);
  if (!parts) throw new SyntaxError('not a reply');
  const [, status, instance = '', version, pagination] = parts;
  return {
    status: Number(status),
    instance,
    version: version === undefined ? undefined : Number(version),
    pagination: pagination || undefined,
    payload: data.subarray(lineEnd + 1),
  };
}
