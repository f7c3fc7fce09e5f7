/**
 * A line break separates the header line of a message from its payload. NATS headers would take ten times as long to
 * write and read.
 */

const LINE_END = 10;
// FORMAT in a request's header line. It shows that the client accepts data versions in replies.
const WITH_VERSION = 'v';
const REPLY_LINE = /^(\d+) (\S*) (?:(\d+) )?(.*)$/;

/**
 * A request. Its header line is `REQUEST-ID TIMEOUT-MS TRACEPARENT FORMAT REQUIRED-VERSION`. Fields that later
 * versions append are ignored.
 */
export interface RequestFrame {
  /** Id of the client's HTTP request, for log lines. */
  readonly requestId: string;
  /** How much longer the client will wait, in milliseconds. */
  readonly timeout: number;
  /** W3C `traceparent` of the request; undefined if the request is not traced. */
  readonly traceparent: string | undefined;
  /** Whether the client can read a data version in the reply. */
  readonly acceptsVersion: boolean;
  /** Minimum data version that the response must reflect; undefined if the client does not know one. */
  readonly requiredVersion: number | undefined;
  readonly request: unknown;
}

/**
 * A reply. Its header line is `STATUS INSTANCE VERSION PAGINATION`. The version is omitted if the client does not
 * accept versions. Pagination starts with a brace, which distinguishes it from a version.
 */
export interface ReplyFrame {
  /** Status of the reply: 200, or the status of the error. */
  readonly status: number;
  /**
   * Name of the instance that replied. For each operation, the instance also subscribes to a subject that ends with
   * this name.
   */
  readonly instance: string;
  /**
   * A lower bound on the data version of the response; 0 if unknown, undefined if the client does not accept versions.
   */
  readonly version: number | undefined;
  /** `meta.pagination` of a list, as JSON. */
  readonly pagination: string | undefined;
  /** JSON of `data` or, if the status is not 200, of `error`. Raw bytes if the operation returns bytes. */
  readonly payload: Uint8Array;
}

/** Serializes a request. @param json parameters of the request, as JSON */
export function writeRequest(
  requestId: string,
  timeout: number,
  json: string,
  traceparent = '',
  requiredVersion?: number,
): string {
  const required = requiredVersion === undefined ? '' : ` ${requiredVersion}`;
  return `${requestId} ${timeout} ${traceparent} ${WITH_VERSION}${required}\n${json}`;
}

/** Parses a request. @throws SyntaxError if the frame is malformed */
export function readRequest(text: string): RequestFrame {
  const lineEnd = text.indexOf('\n');
  const line = text.slice(0, Math.max(lineEnd, 0)).split(' ');
  const [requestId = '', timeout, traceparent, format, required] = line;
  const timeoutMs = Number(timeout);
  if (!Number.isFinite(timeoutMs)) throw new SyntaxError('not a request');
  return {
    requestId,
    timeout: timeoutMs,
    traceparent: traceparent || undefined,
    acceptsVersion: format === WITH_VERSION,
    requiredVersion: required && Number.isFinite(+required) ? +required : undefined,
    request: JSON.parse(text.slice(lineEnd + 1)),
  };
}

export function writeReply(
  { status, instance, version, pagination = '' }: Omit<ReplyFrame, 'payload'>,
  payload: string | Uint8Array,
): string | Uint8Array {
  const line = `${status} ${instance} ${version === undefined ? '' : `${version} `}${pagination}\n`;
  return typeof payload === 'string' ? line + payload : Buffer.concat([Buffer.from(line), payload]);
}

/** Parses a reply. @throws SyntaxError if the frame is malformed */
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
