import { tracingChannel } from 'node:diagnostics_channel';

/** A piece of work that a trace may show. Nothing in it is from the client. */
export interface Span {
  name: string;
  /** `server` answers a call, `client` waits for somebody else's answer. */
  readonly kind: 'server' | 'client';
  /** More may be added while the work is being done. */
  readonly attributes: Record<string, string | number | undefined>;
  /** The work in another process that this one is a part of, as W3C's `traceparent`. */
  readonly parent?: string | undefined;
  /** This work as `traceparent`, to be told to other processes. */
  traceparent?: string;
  /** How it ended, as an HTTP status; an error says so itself. */
  status?: number;
  /** What was thrown. */
  error?: unknown;
}

/** Channel of `node:diagnostics_channel`: work is done. Who subscribes to it traces; the work is its message. */
export const SPAN_CHANNEL = tracingChannel<unknown, Span>('gcd:work');

/**
 * Does work in sight of whoever traces. When nobody does, this costs nothing.
 * @param describe the work
 * @param run does it; told how it was described when somebody traces
 * @param note adds to the description what is known only from the result
 */
export function withSpan<Result>(
  describe: () => Span,
  run: (work?: Span) => Promise<Result>,
  note?: (work: Span, result: Result) => void,
): Promise<Result> {
  if (!SPAN_CHANNEL.start.hasSubscribers) return run();
  const work = describe();
  return SPAN_CHANNEL.tracePromise(async () => {
    const result = await run(work);
    note?.(work, result);
    return result;
  }, work);
}
