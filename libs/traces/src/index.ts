export { withSpan, SPAN_CHANNEL, type Span } from './with-span.js';
