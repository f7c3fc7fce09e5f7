import { SPAN_CHANNEL, type Span } from '@gcd/process';
import type { FastifyInstance } from 'fastify';
import type { ApiRequest } from './request.js';

/**
 * Adds hooks that create a span for every request if traces are exported. The span ends with the response. Each request starts a new trace: the client's `traceparent` is ignored,
 * because clients could otherwise add spans to the operator's traces or force sampling.
 */
export function traceRequests(http: FastifyInstance): void {
  if (!SPAN_CHANNEL.start.hasSubscribers) return;
  http.addHook('onRequest', (request: ApiRequest, _reply, done) => {
    const span: Span = {
      name: request.method,
      kind: 'server',
      attributes: { 'gcd.request_id': request.id, 'http.request.method': request.method },
    };
    request.span = span;
    SPAN_CHANNEL.start.runStores(span, () => done());
  });
  http.addHook('onResponse', async (request: ApiRequest, { statusCode }) => {
    const span = request.span;
    if (!span) return;
    const route = request.routeOptions.url;
    if (route) span.name = `${request.method} ${route}`;
    Object.assign(span.attributes, {
      'http.route': route,
      'http.response.status_code': statusCode,
    });
    span.status = statusCode;
    SPAN_CHANNEL.asyncEnd.publish(span);
  });
}
