import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenRequests } from '@gcd/http';
import {
  frameworkLogger,
  Health,
  type Logger,
  type Started,
  startHealthServer,
} from '@gcd/process';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { Api } from './api.js';
import { AppModule } from './app.module.js';
import { serveAssets } from './assets.js';
import { canonicalUrl } from './canonical-url.js';
import type { SiteConfig } from './config.js';
import { failureOf } from './failure.js';
import { SECURITY_HEADERS } from './headers.js';
import { pageSeconds } from './metrics.js';
import { PageCache } from './page-cache.js';
import { servePages } from './page-server.js';
import { Pages } from './pages.js';
import { sendStored } from './stored-response.js';
import { VisitorLimit } from './visitors.js';

const REQUEST_TIMEOUT_MS = 15_000;
// Keep-alive timeout in milliseconds. It is longer than the idle timeouts of load balancers, so that the load balancer
// closes an idle connection first.
const KEEP_ALIVE_MS = 72_000;
// Time in milliseconds after which a connection is closed if no data is sent in either direction.
const IDLE_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 10_000;
const MAX_HEADERS = 100;
// No page takes a request body.
const MAX_BODY_BYTES = 1024;

/** Starts the site. It becomes ready even if the API is unavailable, and then serves error pages. */
export async function startSite(config: SiteConfig, log: Logger): Promise<Started> {
  const health = new Health(log);
  const healthServer = await startHealthServer(config.HEALTH_PORT, health);
  const api = new Api(config);
  const cache = new PageCache(config.PAGE_CACHE_MB * 1_000_000);
  const pages = new Pages(config, api, cache);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(api, pages, log),
    new FastifyAdapter(httpOptions(config, pages)),
    { logger: frameworkLogger(log) },
  );
  const http = app.getHttpAdapter().getInstance();
  prepareHttp(http, log);
  const limit = new VisitorLimit(config.VISITOR_PAGES_PER_SECOND);
  servePages(http, { limit, pages, cache });
  serveAssets(http);
  await app.listen(config.PORT, config.HOST);
  health.started();
  return {
    port: (app.getHttpServer().address() as AddressInfo).port,
    healthPort: healthServer.port,
    async stop() {
      health.stopping();
      await app.close();
      await healthServer.close();
    },
  };
}

function httpOptions(config: SiteConfig, pages: Pages): FastifyServerOptions {
  const malformed = pages.failure(failureOf({ status: 400 }));
  return {
    serverFactory: createHttpServer,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    rewriteUrl: ({ url = '/' }) => canonicalUrl(url),
    bodyLimit: MAX_BODY_BYTES,
    // A URL that cannot be parsed, for example because of an invalid `%`, does not reach any route or hook.
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      sendStored(request, reply, malformed),
  } as FastifyServerOptions;
}

/** Creates an HTTP server that limits the connections, and the requests that a client may pipeline on each of them. */
function createHttpServer(handle: RequestListener): Server {
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    new OpenRequests().track(handle),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.maxHeadersCount = MAX_HEADERS;
  return server.setTimeout(IDLE_TIMEOUT_MS);
}

/** Adds hooks that set the headers of every response, count the responses, and log them. */
function prepareHttp(http: FastifyInstance, log: Logger): void {
  http.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { statusCode: status, elapsedTime } = reply;
    pageSeconds.observe({ route, status }, elapsedTime / 1000);
    const ms = Math.round(elapsedTime * 10) / 10;
    log.info({ method: request.method, route, status, ms }, 'request');
    done();
  });
}
