/**
 * The text of messages between processes. A request message has one line of JSON for each request; a reply message has
 * one line for each result, in the same order. The only request of a message may also have a reply of any bytes.
 */

const [LINE_END, SPACE] = [10, 32];
/** Number of words before the payload of a result. */
const WORDS = 2;
/** Status of a request that was read too late, so that no handler has seen it. */
export const LATE = 408;
/** Status of a message whose results together exceed the maximum size of a message. It has no results. */
export const TOO_LARGE = 413;

/** What a request brings besides its parameters. Every part is optional, so that an operator can send only those. */
export interface RequestContext {
  /** Id of the client's HTTP request, for logs. */
  readonly request_id?: string;
  /** How much longer the client will wait, in milliseconds. */
  readonly timeout_ms?: number;
  /** W3C `traceparent` of the request, if it is traced. */
  readonly traceparent?: string | undefined;
  /** Data version that the response must reflect. Without it, the service reads from the primary. */
  readonly required_version?: number | undefined;
}

export interface RequestLine {
  readonly context: RequestContext;
  readonly parameters: unknown;
}

/** A result, as received. */
export interface Result {
  /** 200, or the status of the error. */
  readonly status: number;
  /** What the service has added to the data, as JSON: the pagination of a list, or `FeedMeta`. */
  readonly meta: string | undefined;
  /** JSON of `data` or, if the status is not 200, of `error`. Raw bytes if the operation returns bytes. */
  readonly payload: Uint8Array;
}

/** Serializes a request. Its parameters and its context are one object, and no parameter has the name `context`. */
export function writeRequest(parameters: object, context: RequestContext): string {
  return JSON.stringify({ ...parameters, context });
}

/** Parses a request. @throws SyntaxError if the line is not a JSON object */
export function readRequest(line: string): RequestLine {
  const { context, ...parameters } = JSON.parse(line);
  return { context: context ?? {}, parameters };
}

/** Returns the words before the payload of a result. @param meta JSON without spaces */
export function resultHead(status: number, meta = '-'): string {
  return `${status} ${meta} `;
}

/** Parses the reply to a message with one or more requests. @throws SyntaxError if it is malformed */
export function readReply(data: Uint8Array, requests: number): Result[] {
  if (requests === 1) return [readResult(data)];
  const results: Result[] = [];
  for (let at = 0; at <= data.length; ) {
    const end = data.indexOf(LINE_END, at);
    results.push(readResult(data.subarray(at, end < 0 ? data.length : end)));
    if (end < 0) break;
    at = end + 1;
  }
  if (results.length === requests) return results;
  const [only] = results;
  if (results.length === 1 && only?.status === TOO_LARGE) return results;
  throw new SyntaxError(`${results.length} results for ${requests} requests`);
}

function readResult(line: Uint8Array): Result {
  let end = -1;
  for (let word = 0; word < WORDS; word += 1) {
    end = line.indexOf(SPACE, end + 1);
    if (end < 0) throw new SyntaxError('not a result');
  }
  const head = Buffer.from(line.buffer, line.byteOffset, end).toString('latin1');
  const [status, meta] = head.split(' ');
  if (!/^\d{3}$/.test(status ?? '')) throw new SyntaxError('not a result');
  return {
    status: Number(status),
    meta: meta === '-' ? undefined : meta,
    payload: line.subarray(end + 1),
  };
}
