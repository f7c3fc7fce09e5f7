import { tracingChannel } from 'node:diagnostics_channel';

/** A unit of work that can be traced. It contains no client data. */
export interface Span {
  name: string;
  /** `server` if the span handles a request, `client` if it waits for another process. */
  readonly kind: 'server' | 'client';
  /** Attributes of the span, which can be added until the span ends. */
  readonly attributes: Record<string, string | number | undefined>;
  /** W3C `traceparent` of the parent span in another process. */
  readonly parent?: string | undefined;
  /** W3C `traceparent` of this span, to be sent to other processes. */
  traceparent?: string;
  /** HTTP status of successful work (default: 200). For failed work, the error determines the status. */
  status?: number;
  error?: unknown;
}

/** Channel of `node:diagnostics_channel` that publishes spans to a tracer. The message is the span. */
export const SPAN_CHANNEL = tracingChannel<unknown, Span>('gcd:span');

/**
 * Runs work in a span, at no cost if no tracer subscribes.
 * @param describe returns the span
 * @param run the work; receives the span if it is traced
 * @param note adds attributes that depend on the result
 */
export function withSpan<Result>(
  describe: () => Span,
  run: (span?: Span) => Promise<Result>,
  note?: (span: Span, result: Result) => void,
): Promise<Result> {
  if (!SPAN_CHANNEL.start.hasSubscribers) return run();
  const span = describe();
  return SPAN_CHANNEL.tracePromise(async () => {
    const result = await run(span);
    note?.(span, result);
    return result;
  }, span);
}

/** Labels that link an observation in a histogram to a trace; empty if there is no trace. */
export interface Exemplar {
  readonly trace_id?: string;
}

const NONE: Exemplar = Object.freeze({});

/**
 * Returns the exemplar of a request. @param traceparent W3C `traceparent`; a trace that is not sampled has no exemplar
 */
export function exemplarOf(traceparent: string | undefined): Exemplar {
  if (!traceparent) return NONE;
  const [, traceId, , flags = ''] = traceparent.split('-');
  const isSampled = (Number.parseInt(flags, 16) & 1) === 1;
  return traceId && isSampled ? { trace_id: traceId } : NONE;
}
