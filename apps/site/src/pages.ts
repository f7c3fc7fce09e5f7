import type { FastifyReply } from 'fastify';
import type { SiteConfig } from './config.js';
import type { Failure } from './failure.js';
import { failurePage } from './failure.view.js';
import { cacheControl, SECURITY_HEADERS } from './headers.js';
import type { Frame, Page } from './page.js';
import { toHtml } from './page.view.js';

/** Renders and sends pages. */
export class Pages implements Frame {
  readonly apiUrl: string;
  readonly siteUrl: string;
  readonly imageOrigins: readonly string[];
  readonly isSample: boolean;

  constructor(readonly config: SiteConfig) {
    this.apiUrl = config.API_PUBLIC_URL ?? config.API_URL;
    this.siteUrl = config.SITE_URL;
    this.imageOrigins = config.IMAGE_ORIGINS;
    this.isSample = config.SAMPLE_DATA;
  }

  /** Renders the whole page as HTML. */
  html(page: Page): string {
    return toHtml(page, this);
  }

  /** Sets the headers of a page. @returns the page. @param isWhole false if a part is temporarily missing */
  answer(reply: FastifyReply, html: string, isWhole = true): string {
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', cacheControl(isWhole));
    return html;
  }

  /** Redirects to a page. @returns an empty body */
  redirect(reply: FastifyReply, path: string): string {
    reply.status(303).header('location', path);
    return '';
  }

  /** Sends an error page. @param query the search text, if there is one */
  sendFailure(reply: FastifyReply, failure: Failure, query?: string): void {
    reply.status(failure.status).headers(SECURITY_HEADERS);
    if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
    reply.send(this.answer(reply, this.html(failurePage(failure, query)), false));
  }
}
