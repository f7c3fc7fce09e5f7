export { type Exemplar, exemplarOf } from './exemplar.js';
export { withSpan, SPAN_CHANNEL, type Span } from './with-span.js';
