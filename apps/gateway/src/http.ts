import { ApiError, type ErrorDetails } from '@gcd/contracts';
import { httpSeconds, type Logger } from '@gcd/service';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { ulid } from 'ulid';
import type { Caller } from './api-key.guard.js';
import { failure, JSON_TYPE } from './envelope.js';

/** How the HTTP server is made: request ids of our own, and our envelope around what the framework itself refuses. */
export function httpOptions(): FastifyServerOptions {
  return {
    genReqId: () => `req_${ulid()}`,
    // Longer than any address may be: what a variable may hold is for the operation to say.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors(_error, request, reply) {
      const refusal = badRequest('malformed_uri', 'The address is not well formed.', 400);
      sendError(refusal, request, reply as FastifyReply);
    },
  };
}

/** Adds to every response its request id, and to the log a line for every request. */
export function prepareHttp(http: FastifyInstance, log: Logger): void {
  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  http.addHook('onResponse', async (request: FastifyRequest & Caller, reply) => {
    // The route and not the address: people put keys into addresses.
    const route = request.routeOptions.url;
    const labels = { route: route ?? 'none', method: request.method, status: reply.statusCode };
    httpSeconds.observe(labels, reply.elapsedTime / 1000);
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        keyId: request.principal?.keyId,
      },
      'request',
    );
  });
}

/** Writes an error: the only place that does. */
export function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply): void {
  const json = Buffer.from(JSON.stringify(error));
  reply
    .status(error.status)
    .header('x-request-id', request.id)
    .header('content-type', JSON_TYPE)
    .send(failure(json, request.id));
}

/** The error for a request that is refused before the API looks at it. @param type why, for programs */
export function badRequest(type: string, message: string, status: number): ApiError {
  const details: ErrorDetails = { type };
  return new ApiError('bad_request', message, { details, status });
}
