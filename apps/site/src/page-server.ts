import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isAsset } from './assets.js';
import { BUSY, METHOD_NOT_ALLOWED, TOO_MANY_PAGES } from './failure.js';
import { pageSources } from './metrics.js';
import type { PageCache } from './page-cache.js';
import type { Pages } from './pages.js';
import { Render } from './render.js';
import { RenderQueue } from './render-queue.js';
import { responseFor, sendStored, type StoredResponse, storedResponse } from './stored-response.js';
import type { VisitorLimit } from './visitors.js';

declare module 'fastify' {
  interface FastifyReply {
    /** The render that this request started and that other requests can share; null if there is none. */
    render: Render | null;
  }
}

/**
 * Adds hooks that reject methods other than GET and HEAD, and serve stored pages before the framework routes the
 * request to a controller. Visitors who request the same URL at the same time share one render. If an IP address
 * requests too many pages, its requests are rejected. Assets do not count toward this limit, because they are cheap and
 * a page needs several.
 */
export function servePages(
  http: FastifyInstance,
  { limit, pages, cache }: { limit: VisitorLimit; pages: Pages; cache: PageCache },
): void {
  const [busy, tooMany] = [pages.failure(BUSY), pages.failure(TOO_MANY_PAGES)];
  const notAllowed = withHeader(pages.failure(METHOD_NOT_ALLOWED), 'allow', 'GET, HEAD');
  const queue = new RenderQueue();
  const renders = new Map<string, Render>();
  http.decorateReply('render', null);

  http.addHook('onRequest', (request, reply, done) => {
    const { method, url } = request;
    if (method !== 'GET' && method !== 'HEAD') return sendStored(request, reply, notAllowed);
    if (isAsset(request)) return done();
    const left = limit.take(request.ip);
    if (left < 0) {
      const seconds = String(limit.secondsUntilNext(left));
      return sendStored(request, reply, withHeader(tooMany, 'retry-after', seconds));
    }
    const stored = cache.fresh(url);
    if (stored) {
      pageSources.inc({ source: 'stored' });
      return sendStored(request, reply, stored);
    }
    const running = renders.get(url);
    if (running) {
      pageSources.inc({ source: 'shared' });
      running.response.then((response) => sendStored(request, reply, response)).catch(done);
      return;
    }
    const render = new Render(url);
    renders.set(url, render);
    queue
      .enter(left)
      .then((isAdmitted) => {
        if (isAdmitted) {
          reply.render = render;
          return done();
        }
        pageSources.inc({ source: 'rejected' });
        renders.delete(url);
        render.resolve(busy);
        sendStored(request, reply, busy);
      })
      .catch(done);
  });

  http.addHook('onSend', async (request, reply, payload) => {
    const { render } = reply;
    reply.render = null;
    try {
      const response = responseOf(reply, render, payload);
      render?.resolve(response);
      if (render?.validity && response.status === 200) {
        cache.store(render.url, render.validity, response);
      }
      const { status, headers, body } = responseFor(response, request.headers);
      reply.code(status).headers(headers);
      return body;
    } catch (error) {
      render?.reject(error);
      throw error;
    } finally {
      if (render) {
        renders.delete(render.url);
        queue.leave();
      }
    }
  });
}

/** Returns the stored response if the page has not changed; otherwise completes the new response. */
function responseOf(reply: FastifyReply, render: Render | null, payload: unknown): StoredResponse {
  if (render) pageSources.inc({ source: render.stored ? 'renewed' : 'rendered' });
  if (render?.stored) return render.stored;
  const body = (payload ?? '') as string | Buffer;
  return storedResponse(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders, body);
}

const withHeader = (response: StoredResponse, name: string, value: string): StoredResponse => ({
  ...response,
  headers: { ...response.headers, [name]: value },
});
