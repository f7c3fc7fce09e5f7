import { readFileSync } from 'node:fs';
import http, { type RequestListener, type Server } from 'node:http';
import https from 'node:https';
import { MAX_HEADERS } from '@gcd/contracts';
import type { OpenRequests } from '@gcd/http';
import { debugTimeoutMs } from '@gcd/process/operation-context';
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { sendError } from './error.filter.js';
import { newRequestId, rejectConnectRequests, respondToParserError } from './parser-errors.js';
import { MAX_HEADER_BYTES, malformedUri, toOriginForm } from './request-validation.js';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
const CHECK_TIMEOUTS_MS = 1000;
// Keep-alive timeout in milliseconds. It is longer than the timeouts of load balancers, so that they close idle
// connections first.
const KEEP_ALIVE_MS = 72_000;
// Time in milliseconds after which a connection is closed if no data is sent in either direction.
const IDLE_TIMEOUT_MS = Math.max(30_000, debugTimeoutMs);

/**
 * Creates the options of the HTTP server. They limit slow and large requests, and send an error envelope for errors
 * that Node and Fastify detect.
 */
export function httpOptions(
  config: GatewayConfig,
  openRequests: OpenRequests,
): FastifyServerOptions {
  return {
    genReqId: newRequestId,
    return503OnClosing: false,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    // Request validation limits the length of path variables. Effectively disable the router's own limit by setting it
    // to a length that no URL reaches.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES, ignoreTrailingSlash: true },
    clientErrorHandler: (error, socket) => respondToParserError(error, socket, openRequests),
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      sendError(malformedUri(), request, reply),
    rewriteUrl: ({ url = '' }) => toOriginForm(url),
    serverFactory: (handle) => createServer(config, openRequests, handle),
  };
}

function createServer(
  config: GatewayConfig,
  openRequests: OpenRequests,
  listener: RequestListener,
): Server {
  const handle = openRequests.track(listener);
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
  server.maxConnections = config.MAX_CONNECTIONS;
  // Many small headers take much more memory than their length. Node discards further headers.
  server.maxHeadersCount = MAX_HEADERS;
  server.setTimeout(IDLE_TIMEOUT_MS);
  // Node reports requests with an unknown expectation as separate events. Request validation rejects them.
  server.on('checkExpectation', handle);
  rejectConnectRequests(server, openRequests);
  return server;
}
