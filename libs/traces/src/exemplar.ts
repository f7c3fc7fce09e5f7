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
