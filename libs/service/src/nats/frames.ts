/**
 * What goes over NATS: a line for the two ends, then the payload. Headers of NATS would say the same, and cost a call ten times
 * as much to write and read.
 */

const LINE_END = 10;

/** A call: its line is `REQUEST-ID TIMEOUT-MS`, and when it is traced ` TRACEPARENT`. What a later version adds behind that is not read. */
export interface CallFrame {
  /** Of the client's call, for the log. */
  readonly requestId: string;
  /** For how many milliseconds the caller waits. After that it is not worth answering. */
  readonly timeout: number;
  /** What this call is a part of, as W3C's `traceparent`, if it is traced. */
  readonly traceparent: string | undefined;
  /** Parsed from JSON. */
  readonly request: unknown;
}

/** A reply: its line is `STATUS REPLICA`, followed by `meta.pagination` as JSON when it is a list. */
export interface ReplyFrame {
  /** 200, or the status of the error. */
  readonly status: number;
  /** Who replied; it also answers on the operation's subject with its name appended. */
  readonly replica: string;
  /** `meta.pagination` of a list, as JSON. */
  readonly pagination: string | undefined;
  /** JSON of `data` of the envelope, or of `error` when the status is not 200. Bytes when the operation answers with these. */
  readonly payload: Uint8Array;
}

/** Writes a call. @param json of the request */
export function writeCall(
  requestId: string,
  timeout: number,
  json: string,
  traceparent?: string,
): string {
  return `${requestId} ${timeout}${traceparent ? ` ${traceparent}` : ''}\n${json}`;
}

/** Reads a call. @throws SyntaxError when it is none */
export function readCall(data: Uint8Array): CallFrame {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString();
  const lineEnd = text.indexOf('\n');
  const [requestId = '', timeout, traceparent] = text.slice(0, Math.max(lineEnd, 0)).split(' ');
  if (timeout === undefined) throw new SyntaxError('not a call');
  return {
    requestId,
    timeout: Number(timeout),
    traceparent,
    request: JSON.parse(text.slice(lineEnd + 1)),
  };
}

/** Writes a reply. */
export function writeReply(
  { status, replica, pagination = '' }: Omit<ReplyFrame, 'payload'>,
  payload: string | Uint8Array,
): string | Uint8Array {
  const line = `${status} ${replica} ${pagination}\n`;
  return typeof payload === 'string' ? line + payload : Buffer.concat([Buffer.from(line), payload]);
}

/** Reads a reply. @throws SyntaxError when it is none */
export function readReply(data: Uint8Array): ReplyFrame {
  const lineEnd = data.indexOf(LINE_END);
  if (lineEnd < 0) throw new SyntaxError('not a reply');
  const line = Buffer.from(data.buffer, data.byteOffset, lineEnd).toString();
  const [status, replica = ''] = line.split(' ', 2) as [string, string?];
  const pagination = line.slice(status.length + replica.length + 2);
  return {
    status: Number(status),
    replica,
    pagination: pagination || undefined,
    payload: data.subarray(lineEnd + 1),
  };
}
