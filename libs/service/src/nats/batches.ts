/**
 * Combines the frames that one process sends to another within an event-loop tick into one message, because a message
 * costs several times as much as a frame. A reply frame contains the index of its request. Replies are sent at the end
 * of the tick that produced them, so the replies to one batch may arrive in several batches.
 */

/**
 * Maximum number of requests in a batch. The number is small, so that a burst is spread across several instances. NATS
 * also limits the number of replies to a message.
 */
export const MAX_BATCH = 64;
/**
 * Maximum total length of the frames in a batch, in UTF-16 code units for strings and in bytes for other frames. A
 * longer frame is sent in a separate batch.
 */
const MAX_BATCH_LENGTH = 262_144;
/** Maximum length of a reply's header line, in bytes. */
export const MAX_REPLY_LINE = 16;

const LINE_END = 10;

/**
 * Returns the subject for batches to an instance. The subject must not change, because instances of different versions
 * use it.
 */
export function batchSubject(service: string, instance: string): string {
  return `${service}.batches.${instance}`;
}

/** A request in a batch. Its header line is `SUBJECT LENGTH`; the length is in UTF-16 code units. */
export interface BatchedRequest {
  readonly subject: string;
  readonly frame: string;
}

export function writeRequests(requests: readonly BatchedRequest[]): string {
  let text = '';
  for (const { subject, frame } of requests) text += `${subject} ${frame.length}\n${frame}`;
  return text;
}

/** Parses a batch of requests. @throws SyntaxError if the batch is malformed */
export function readRequests(data: Uint8Array): BatchedRequest[] {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString();
  const requests: BatchedRequest[] = [];
  for (let at = 0; at < text.length; ) {
    const lineEnd = text.indexOf('\n', at);
    const [subject = '', length] = text.slice(at, Math.max(at, lineEnd)).split(' ');
    const end = lineEnd + 1 + Number(length);
    if (!(end > lineEnd && end <= text.length)) throw new SyntaxError('not a batch of requests');
    requests.push({ subject, frame: text.slice(lineEnd + 1, end) });
    at = end;
  }
  return requests;
}

/** A reply in a batch. Its header line is `INDEX LENGTH`: the index of the request and the length in bytes. */
export interface BatchedReply {
  readonly index: number;
  readonly frame: string | Uint8Array;
}

export function writeReplies(replies: readonly BatchedReply[]): string | Uint8Array {
  if (replies.every(({ frame }) => typeof frame === 'string')) {
    let text = '';
    for (const { index, frame } of replies) {
      text += `${index} ${Buffer.byteLength(frame as string)}\n${frame}`;
    }
    return text;
  }
  return Buffer.concat(
    replies.flatMap(({ index, frame }) => {
      const bytes = Buffer.from(frame as string);
      return [Buffer.from(`${index} ${bytes.length}\n`), bytes];
    }),
  );
}

/** Parses a batch of replies. @throws SyntaxError if the batch is malformed */
export function readReplies(
  data: Uint8Array,
  each: (index: number, frame: Uint8Array) => void,
): void {
  for (let at = 0; at < data.length; ) {
    const lineEnd = data.indexOf(LINE_END, at);
    const line = Buffer.from(data.buffer, data.byteOffset + at, Math.max(0, lineEnd - at));
    const [index, length] = line.toString('latin1').split(' ');
    const end = lineEnd + 1 + Number(length);
    if (!(end > lineEnd && end <= data.length)) throw new SyntaxError('not a batch of replies');
    each(Number(index), data.subarray(lineEnd + 1, end));
    at = end;
  }
}

/** Collects the frames of an event-loop tick. */
export class TickBatch<Item extends { readonly frame: string | Uint8Array }> {
  private items: Item[] = [];
  private length = 0;

  /** @param send receives the frames at the end of the tick, or as soon as they fill a batch */
  constructor(private readonly send: (items: readonly Item[]) => void) {}

  add(item: Item): void {
    const { length } = item.frame;
    if (this.items.length === MAX_BATCH || this.length + length > MAX_BATCH_LENGTH) this.flush();
    if (this.items.length === 0) setImmediate(() => this.flush());
    this.items.push(item);
    this.length += length;
  }

  private flush(): void {
    const { items } = this;
    if (items.length === 0) return;
    this.items = [];
    this.length = 0;
    this.send(items);
  }
}
