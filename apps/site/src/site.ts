import type { AddressInfo } from 'node:net';
import compress from '@fastify/compress';
import etag from '@fastify/etag';
import {
  frameworkLogger,
  Health,
  type Logger,
  type Started,
  startHealthServer,
} from '@gcd/service';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyServerOptions } from 'fastify';
import { AppModule } from './app.module.js';
import { isAsset, serveAssets } from './assets.js';
import type { SiteConfig } from './config.js';
import { failureOf, TOO_MANY_PAGES } from './failure.js';
import { failurePage } from './failure.view.js';
import { pageSeconds } from './metrics.js';
import { SECURITY_HEADERS } from './headers.js';
import { Pages } from './pages.js';
import { VisitorLimit } from './visitors.js';

const MIN_COMPRESSED = 1024;
const COMPRESSED_TYPES = /^text\/|[/+]json\b|javascript|svg/;
// Compression takes half as long as with the default level, and the output is 10 % larger.
const GZIP_LEVEL = 4;
const REQUEST_TIMEOUT_MS = 15_000;
// Keep-alive timeout in milliseconds, longer than that of load balancers, so that they close idle connections before
// the site does.
const KEEP_ALIVE_MS = 72_000;

/** Starts the site. The site is ready even while the API is unavailable, and shows error pages. */
export async function startSite(config: SiteConfig, log: Logger): Promise<Started> {
  const health = new Health();
  const healthServer = await startHealthServer(config.HEALTH_PORT, health);
  const pages = new Pages(config);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(config, pages, log),
    new FastifyAdapter(httpOptions(config, pages)),
    { logger: frameworkLogger(log) },
  );
  const http = app.getHttpAdapter().getInstance();
  prepareHttp(http, log);
  limitVisitors(http, new VisitorLimit(config.VISITOR_PAGES_PER_SECOND), pages);
  // Registered before compression, so that a page has the same ETag in every encoding.
  await app.register(etag, { weak: true });
  await app.register(compress, {
    threshold: MIN_COMPRESSED,
    encodings: ['gzip'],
    customTypes: COMPRESSED_TYPES,
    zlibOptions: { level: GZIP_LEVEL },
  });
  await serveAssets(http);
  await app.listen(config.PORT, config.HOST);
  health.isReady = () => true;
  return {
    port: (app.getHttpServer().address() as AddressInfo).port,
    async stop() {
      health.isReady = () => false;
      await app.close();
      await healthServer.close();
    },
  };
}

function httpOptions(config: SiteConfig, pages: Pages): FastifyServerOptions {
  return {
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // A URL that cannot be parsed, for example because of an invalid `%`, never reaches a route.
    frameworkErrors: (error: unknown, _request: unknown, reply: FastifyReply) =>
      pages.sendFailure(
        reply,
        failureOf({ status: (error as { statusCode?: number }).statusCode }),
      ),
  } as FastifyServerOptions;
}

/** Sets the headers of every response, counts it, and logs it. */
function prepareHttp(http: FastifyInstance, log: Logger): void {
  http.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS);
  });
  http.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { statusCode: status, elapsedTime } = reply;
    pageSeconds.observe({ route, status }, elapsedTime / 1000);
    const ms = Math.round(elapsedTime * 10) / 10;
    log.info({ method: request.method, route, status, ms }, 'request');
  });
}

/**
 * Rejects page requests from IP addresses that send too many. Assets are not limited, because they are cheap and a page
 * needs several of them.
 */
function limitVisitors(http: FastifyInstance, limit: VisitorLimit, pages: Pages): void {
  const html = pages.html(failurePage(TOO_MANY_PAGES));
  http.addHook('onRequest', (request, reply, done) => {
    const retryAfter = isAsset(request.url) ? 0 : limit.take(request.ip);
    if (retryAfter === 0) return done();
    reply.status(TOO_MANY_PAGES.status).header('retry-after', retryAfter);
    reply.send(pages.answer(reply, html, false));
  });
}
