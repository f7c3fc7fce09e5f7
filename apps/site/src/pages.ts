import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { type Api, isSettled, type Part, type ResponseOrCode } from './api.js';
import type { SiteConfig } from './config.js';
import { codeOf, type Failure } from './failure.js';
import { type Entered, failurePage } from './failure.view.js';
import type { Drawing } from './drawing.js';
import { cacheControl, SECURITY_HEADERS, SHARED_HEADERS } from './headers.js';
import type { Frame, Page } from './page.js';
import { pngOf } from './png.js';
import type { PageCache } from './page-cache.js';
import { toHtml } from './page.view.js';
import { type StoredResponse, storedResponse } from './stored-response.js';

const HTML = 'text/html; charset=utf-8';

/** The data that a page is built from, and the headers of the response. */
export interface Source {
  /** The data that the page depends on besides its URL: API responses, or error codes if requests failed. */
  readonly from: readonly ResponseOrCode[];
  /** False if a part of the page is temporarily missing. The page is then not stored. */
  readonly isWhole?: boolean;
  /** Headers that replace the common headers. */
  readonly headers?: OutgoingHttpHeaders;
}

/** Returns the source of a page with an optional part. */
export function sourceOf(data: object, { value, error }: Part<object>): Source {
  return { from: [data, value ?? codeOf(error)], isWhole: value !== undefined || isSettled(error) };
}

/** Renders and sends pages. */
export class Pages implements Frame {
  readonly apiUrl: string;
  readonly siteUrl: string;
  readonly imageOrigins: readonly string[];
  readonly soldListingsUrl: string;
  readonly isSample: boolean;

  constructor(
    readonly config: SiteConfig,
    private readonly api: Api,
    private readonly cache: PageCache,
  ) {
    this.apiUrl = config.API_PUBLIC_URL ?? config.API_URL;
    this.siteUrl = config.SITE_URL;
    this.imageOrigins = config.IMAGE_ORIGINS;
    this.soldListingsUrl = config.SOLD_LISTINGS_URL;
    this.isSample = config.SAMPLE_DATA;
  }

  html(page: Page): string {
    return toHtml(page, this);
  }

  /**
   * Sets the headers of a page and returns its HTML. If the stored page was built from the same API responses, that
   * page is returned without rendering.
   */
  respond(reply: FastifyReply, source: Source, html: () => string): string {
    const headers = {
      'content-type': HTML,
      'cache-control': cacheControl(source.isWhole ?? true),
      ...source.headers,
    };
    return this.file(reply, { ...source, headers }, html);
  }

  /**
   * Like {@link respond}, but for a file. `headers` must contain the content type.
   * @returns the body for the framework to send
   */
  file<Body extends string | Buffer>(
    reply: FastifyReply,
    { from, isWhole = true, headers = {} }: Source,
    make: () => Body,
  ): Body | '' {
    const { render } = reply;
    if (render && isWhole) {
      const validity = this.api.validityOf(from);
      render.stored = this.cache.renew(render.url, validity);
      if (render.stored) return '';
      render.validity = validity;
    }
    reply.headers(headers);
    return make();
  }

  /** Draws an image for link previews, which other sites can include. @param from as in {@link Source} */
  image(reply: FastifyReply, from: Source['from'], draw: () => Drawing): Buffer | '' {
    const headers = {
      ...SHARED_HEADERS,
      'content-type': 'image/png',
      'cache-control': cacheControl(true),
    };
    return this.file(reply, { from, headers }, () => pngOf(draw()));
  }

  /** Redirects to a page. @returns an empty body */
  redirect(reply: FastifyReply, path: string): string {
    reply.status(303).header('location', path);
    return '';
  }

  /** Redirects to the address of a page, with the query string of the request. @returns an empty body */
  move(reply: FastifyReply, path: string): string {
    const [, query] = reply.request.url.split('?');
    reply.status(301).header('cache-control', cacheControl(true));
    reply.header('location', query === undefined ? path : `${path}?${query}`);
    return '';
  }

  /** Sends an error page. @param entered what the visitor searched for or looked up */
  sendFailure(reply: FastifyReply, failure: Failure, entered?: Entered): void {
    reply.status(failure.status).headers(failureHeaders(failure));
    reply.send(this.html(failurePage(failure, entered)));
  }

  /** Renders an error page that can be stored and sent many times. */
  failure(failure: Failure): StoredResponse {
    return storedResponse(failure.status, failureHeaders(failure), this.html(failurePage(failure)));
  }
}

const failureHeaders = ({ retryAfter }: Failure): OutgoingHttpHeaders => ({
  ...SECURITY_HEADERS,
  ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  'content-type': HTML,
  'cache-control': cacheControl(false),
});
