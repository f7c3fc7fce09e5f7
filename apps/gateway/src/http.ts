import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { ApiError } from '@gcd/contracts';
import { httpSeconds, type Logger } from '@gcd/service';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Caller } from './api-key.guard.js';
import type { GatewayConfig } from './config.js';
import {
  COMMON_HEADERS,
  endsConnection,
  PREFLIGHT_HEADERS,
  statusHeaders,
} from './edge/headers.js';
import type { InFlight } from './edge/in-flight.js';
import { answerParserError, answerSpecialRequests, newRequestId } from './edge/parser-errors.js';
import { isServed, malformedUri, methodNotAllowed, refusalOf } from './edge/refusals.js';
import { failure, JSON_TYPE } from './envelope.js';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
const CHECK_TIMEOUTS_MS = 1000;
// Longer than load balancers keep a connection, so that they and not we end it.
const KEEP_ALIVE_MS = 72_000;
const LARGEST_HEADERS = 16_384;
// A client that reads nothing of its answer for so long does not get the rest.
const STUCK_MS = 30_000;

/** How the HTTP server is made: limits on slow and large requests, and our envelope around what is refused by others. */
export function httpOptions(config: GatewayConfig): FastifyServerOptions {
  const server = {
    maxHeaderSize: LARGEST_HEADERS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_TIMEOUTS_MS,
    // A request without it gets our answer instead of an empty one.
    requireHostHeader: false,
  };
  const options = {
    genReqId: newRequestId,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: STUCK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    // Longer than any address may be: what a variable may hold is for the operation to say.
    routerOptions: { maxParamLength: LARGEST_HEADERS },
    clientErrorHandler: answerParserError,
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      sendError(malformedUri(), request, reply),
  };
  if (!config.TLS_CERT || !config.TLS_KEY) {
    return { ...options, http: server } as FastifyServerOptions;
  }
  const tls = { cert: readFileSync(config.TLS_CERT), key: readFileSync(config.TLS_KEY) };
  return { ...options, https: { ...server, ...tls } } as FastifyServerOptions;
}

/** What the edge asks of the gateway. */
export interface Edge {
  readonly config: GatewayConfig;
  readonly log: Logger;
  /** Whether the gateway is about to stop. */
  readonly isStopping: () => boolean;
  readonly inFlight: InFlight;
  /** @throws ApiError when the request has no valid key */
  readonly authenticate: (request: FastifyRequest & Caller, reply: FastifyReply) => Promise<void>;
}

/** Refuses what no operation should see, gives every response its headers, and logs a line for every request. */
export function prepareHttp(http: FastifyInstance, edge: Edge): void {
  const server = http.server as Server;
  server.maxConnections = edge.config.MAX_CONNECTIONS;
  answerSpecialRequests(server);
  const secured = edge.config.TLS_CERT ? { 'strict-transport-security': 'max-age=31536000' } : {};
  const common = { ...COMMON_HEADERS, ...secured };

  http.addHook('onRequest', (request: FastifyRequest & Caller, reply, done) => {
    edge.inFlight.begin(request.raw.socket);
    reply.headers(common).header('x-request-id', request.id);
    const isTooMuch = edge.inFlight.count > edge.config.MAX_IN_FLIGHT;
    const refusal = isTooMuch ? overloaded() : refusalOf(request.raw);
    if (refusal) done(refusal);
    else if (request.method === 'OPTIONS') {
      reply.status(204).headers(PREFLIGHT_HEADERS).send();
    } else if (isServed(request.method)) done();
    else edge.authenticate(request, reply).then(() => done(methodNotAllowed()), done);
  });
  http.addHook('onSend', (_request, reply, payload, done) => {
    if (edge.isStopping()) reply.header('connection', 'close');
    if (reply.statusCode !== 304) return done(null, payload);
    // Not even a length: it would be taken for that of the answer that the client has.
    reply.removeHeader('content-type');
    done(null, null);
  });
  http.addHook('onResponse', (request: FastifyRequest & Caller, reply, done) => {
    edge.inFlight.end(request.raw.socket);
    // The route and not the address: people put keys into addresses.
    const route = request.routeOptions.url;
    const labels = { route: route ?? 'none', method: request.method, status: reply.statusCode };
    httpSeconds.observe(labels, reply.elapsedTime / 1000);
    edge.log.info(
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
    done();
  });
}

/** Writes an error: the only place that does. */
export function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply): void {
  reply
    .status(error.status)
    .headers({
      ...COMMON_HEADERS,
      ...(reply.hasHeader('retry-after') ? {} : statusHeaders(error.status)),
    })
    .header('x-request-id', request.id)
    .header('content-type', JSON_TYPE);
  if (endsConnection(error) || error.status === 503) reply.header('connection', 'close');
  reply.send(failure(JSON.stringify(error), request.id));
}

/** The error for whatever was not foreseen. */
export function unknownError(cause: unknown): ApiError {
  return new ApiError('internal_error', 'Something went wrong on our side. Try again later.', {
    cause,
  });
}

/** At once, instead of late or never. */
function overloaded(): ApiError {
  return new ApiError('internal_error', 'There are too many calls right now. Try again.', {
    status: 503,
  });
}
