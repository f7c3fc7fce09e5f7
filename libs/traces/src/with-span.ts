import { tracingChannel } from 'node:diagnostics_channel';

/** A unit of work that can be traced. It contains no data of clients. */
export interface Span {
  name: string;
  /** Kind of the span. `server` handles a request, and `client` waits for another process. */
  readonly kind: 'server' | 'client';
  /** The attributes of the span. More can be added while the work is in progress. */
  readonly attributes: Record<string, string | number | undefined>;
  /** Parent span in another process, as W3C `traceparent`. */
  readonly parent?: string | undefined;
  /** W3C `traceparent` of this span, which is sent to other processes. */
  traceparent?: string;
  /** Outcome of the work as an HTTP status. Errors have their own status. */
  status?: number;
  error?: unknown;
}

/** Channel of `node:diagnostics_channel` for spans, to which a tracer subscribes. The message is the span. */
export const SPAN_CHANNEL = tracingChannel<unknown, Span>('gcd:work');

/**
 * Runs work in a span, at no cost if no tracer subscribes.
 * @param describe returns the span
 * @param run the work; receives the span if it is traced
 * @param note adds attributes that depend on the result
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
