import { readFileSync } from 'node:fs';
import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { type ApiError, MAX_HEADERS } from '@gcd/contracts';
import { type Connections, httpRejections, httpSeconds, type Logger } from '@gcd/service';
import { exemplarOf } from '@gcd/traces';
import { debugTimeoutMs } from '@gcd/traces/operation-context';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { ApiKeyGuard, AuthenticatedRequest } from '../auth/api-key.guard.js';
import type { GatewayConfig } from '../config.js';
import { isApiRequest } from '../operations/route-policy.js';
import type { TracedRequest } from '../traces.js';
import { prefersGzip } from './conditional-request.js';
import { failure, JSON_TYPE, MIN_COMPRESSED } from './envelope.js';
import { ForwardedForWarning } from './forwarded-for.js';
import {
  commonHeaders,
  commonHeadersOn,
  endsConnection,
  PREFLIGHT_HEADERS,
  statusHeaders,
} from './headers.js';
import { OverloadError } from './overload.js';
import type { OverloadReason } from './overload-reason.js';
import { overloadRetryAfter, type RejectionLog } from './overload-response.js';
import { newRequestId, rejectConnectRequests, respondToParserError } from './parser-errors.js';
import {
  isServed,
  MAX_HEADER_BYTES,
  malformedUri,
  methodNotAllowed,
  toOriginForm,
  validateRequest,
} from './request-validation.js';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
const CHECK_TIMEOUTS_MS = 1000;
// Keep-alive timeout in milliseconds. It is longer than the timeouts of load balancers, so that they close idle
// connections first.
const KEEP_ALIVE_MS = 72_000;
// Time in milliseconds after which a connection is closed if no data is sent in either direction.
const IDLE_TIMEOUT_MS = Math.max(30_000, debugTimeoutMs);
// Estimated memory in bytes of an unread response of unknown length: its stream and one piece of the file.
const STREAM_BYTES = 65_536;
const REJECTION_REASONS = ['overload', 'account', 'dependency', 'deadline'];

/**
 * Creates the options of the HTTP server. They limit slow and large requests, and send an error envelope for errors
 * that Node and Fastify detect.
 */
export function httpOptions(
  config: GatewayConfig,
  connections: Connections,
  rejects: (request: IncomingMessage, response: ServerResponse) => boolean,
): FastifyServerOptions {
  return {
    genReqId: newRequestId,
    return503OnClosing: false,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    // Request validation limits the length of path variables. Effectively disable the router's own limit by setting it
    // to a length that no URL reaches.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    clientErrorHandler: respondToParserError,
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      sendError(malformedUri(), request, reply),
    serverFactory: (handle) =>
      createServer(
        config,
        connections.inTurn((request, response) => {
          request.url = toOriginForm(request.url ?? '');
          if (!rejects(request, response)) handle(request, response);
        }),
      ),
  };
}

function createServer(config: GatewayConfig, handle: RequestListener): Server {
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_TIMEOUTS_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The gateway handles requests without `Host` itself and returns an error envelope. Node's response would be empty.
    requireHostHeader: false,
  };
  const { TLS_CERT, TLS_KEY } = config;
  const server =
    TLS_CERT && TLS_KEY
      ? https.createServer(
          { ...options, cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) },
          handle,
        )
      : http.createServer(options, handle);
  // Many small headers take much more memory than their length. Node discards further headers.
  server.maxHeadersCount = MAX_HEADERS;
  server.setTimeout(IDLE_TIMEOUT_MS);
  // Node reports requests with an unknown expectation as separate events. Request validation rejects them.
  server.on('checkExpectation', handle);
  rejectConnectRequests(server);
  return server;
}

type EdgeRequest = AuthenticatedRequest & TracedRequest;

export interface Edge {
  readonly config: GatewayConfig;
  readonly log: Logger;
  readonly isStopping: () => boolean;
  readonly connections: Connections;
  readonly keys: ApiKeyGuard;
  readonly rejectionLog: RejectionLog;
}

/**
 * Adds hooks that reject invalid requests before routing, limit the memory of each connection, set common headers, and
 * log requests.
 */
export function prepareHttp(app: FastifyInstance, edge: Edge): void {
  const common = commonHeaders(Boolean(edge.config.TLS_CERT));
  const forwardedFor = new ForwardedForWarning(edge.log);
  for (const reason of REJECTION_REASONS) httpRejections.inc({ reason }, 0);

  app.addHook('onRequest', (request: EdgeRequest, reply, done) => {
    reply.headers(common).header('x-request-id', request.id);
    forwardedFor.check(request);
    const invalid = validateRequest(request.raw);
    if (invalid) return done(invalid);
    if (request.method === 'OPTIONS') {
      // `*` does not cover `Authorization`, so return the list of the browser.
      const requested = request.headers['access-control-request-headers'] ?? '*';
      reply.status(204).headers(PREFLIGHT_HEADERS);
      reply.header('access-control-allow-headers', requested).send();
      return;
    }
    if (!isServed(request.method)) {
      edge.keys.authenticate(request, reply).then(() => done(methodNotAllowed()), done);
      return;
    }
    done();
  });
  app.addHook('onSend', (request: EdgeRequest, reply, payload, done) => {
    request.slot?.release();
    if (edge.isStopping()) reply.header('connection', 'close');
    edge.connections.sent(
      request.raw.socket,
      sizeOf(payload, request),
      request.principal?.account ?? null,
    );
    const acceptsGzip = prefersGzip(request.headers['accept-encoding']);
    // The compression plugin would compress for clients that send `gzip;q=0, *`.
    if (!acceptsGzip) request.headers['x-no-compression'] = 'true';
    if (reply.statusCode === 304) {
      // A 304 response must not have a content type or length, because clients would apply them to the cached response.
      reply.removeHeader('content-type');
      if (request.method !== 'HEAD') return done(null, null);
      // Do not compress HEAD responses. Compression would set a length of 0, or fail if the body is not a stream.
      request.headers['x-no-compression'] = 'true';
      return done(null, Readable.from([]));
    }
    const isCompressible =
      isApiRequest(request) &&
      sizeOf(payload, request) >= MIN_COMPRESSED &&
      !reply.hasHeader('content-encoding');
    if (request.method !== 'HEAD' || !acceptsGzip || !isCompressible) return done(null, payload);
    // The response to HEAD must not have another length than that to GET, and the compressed length is unknown.
    reply.header('content-encoding', 'gzip');
    done(null, Readable.from([]));
  });
  app.addHook('onResponse', (request: EdgeRequest, reply, done) => {
    // Log the route instead of the URL, because clients sometimes put keys into URLs.
    const route = request.routeOptions.url;
    const { rejection } = request;
    const status = reply.statusCode;
    const labels = { route: route ?? 'none', method: request.method, status };
    httpSeconds.observe({
      labels,
      value: reply.elapsedTime / 1000,
      exemplarLabels: exemplarOf(request.span?.traceparent),
    });
    if (isApiRequest(request)) countRejection(status, rejection);
    const rejected = rejection ? edge.rejectionLog.count(rejection) : 0;
    if (rejection && rejected === 0) return done();
    if (status < 400 && Math.random() >= edge.config.ACCESS_LOG_SAMPLE_RATIO) return done();
    edge.log.info(
      {
        requestId: request.id,
        method: request.method,
        route,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        keyId: request.principal?.keyId,
        ...(rejection && { reason: rejection, rejected }),
        ...((status === 401 || status === 429) && { address: request.ip }),
      },
      'request',
    );
    done();
  });
}

function countRejection(status: number, rejection: OverloadReason | undefined): void {
  if (rejection) httpRejections.inc({ reason: rejection });
  else if (status === 503) httpRejections.inc({ reason: 'dependency' });
  else if (status === 504) httpRejections.inc({ reason: 'deadline' });
}

/** Returns the memory in bytes that an unread response uses. Downloads are limited separately. */
function sizeOf(payload: unknown, request: FastifyRequest): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length;
  return payload && !isApiRequest(request) ? STREAM_BYTES : 0;
}

export function sendError(error: ApiError, request: EdgeRequest, reply: FastifyReply): void {
  if (error instanceof OverloadError) {
    request.rejection = error.reason;
    reply.header('retry-after', String(overloadRetryAfter()));
  }
  reply
    .status(error.status)
    .headers({
      ...commonHeadersOn(request.raw.socket),
      ...(reply.hasHeader('retry-after') ? {} : statusHeaders(error.status)),
    })
    .header('x-request-id', request.id)
    .header('content-type', JSON_TYPE);
  if (endsConnection(error)) reply.header('connection', 'close');
  reply.send(failure(JSON.stringify(error), request.id));
}
