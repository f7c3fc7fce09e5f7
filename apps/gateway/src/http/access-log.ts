import { httpRejections, httpSeconds } from '@gcd/http';
import { exemplarOf, type Logger, SampledLog } from '@gcd/process';
import type { FastifyInstance } from 'fastify';
import type { ApiRequest } from '../request.js';

const REJECTIONS = ['overload', 'dependency', 'deadline'] as const;

/**
 * Adds a hook that counts and logs requests. All errors are logged, except that rejections because of the rate limit or
 * overload, which may be thousands per second, are counted in one line per second and reason.
 * @param sampleRatio share of successful requests that are logged
 */
export function logRequests(http: FastifyInstance, log: Logger, sampleRatio: number): void {
  const samples = { rate_limited: new SampledLog(), overload: new SampledLog() };
  for (const reason of REJECTIONS) httpRejections.inc({ reason }, 0);

  http.addHook('onResponse', (request: ApiRequest, reply, done) => {
    // Log the route instead of the URL, because clients sometimes put keys into URLs.
    const { method, error } = request;
    const route = request.routeOptions.url;
    const status = reply.statusCode;
    httpSeconds.observe({
      labels: { route: route ?? 'none', method, status },
      value: reply.elapsedTime / 1000,
      exemplarLabels: exemplarOf(request.span?.traceparent),
    });
    const isOverload = error?.details?.reason === 'overload';
    if (error?.status === 503)
      httpRejections.inc({ reason: isOverload ? 'overload' : 'dependency' });
    if (error?.status === 504) httpRejections.inc({ reason: 'deadline' });

    const sample = isOverload ? 'overload' : error?.code === 'rate_limited' ? error.code : null;
    const rejected = sample ? samples[sample].count() : 0;
    if (sample && rejected === 0) return done();
    if (status < 400 && Math.random() >= sampleRatio) return done();
    log.info(
      {
        requestId: request.id,
        method,
        route,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        keyId: request.principal?.keyId,
        ...(sample && { reason: sample, rejected }),
        ...((status === 401 || status === 429) && { address: request.ip }),
      },
      'request',
    );
    done();
  });
}
