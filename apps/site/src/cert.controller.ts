import type { AuthenticationRecord, GraderName } from '@gcd/client';
import { CertNotFoundError } from '@gcd/client';
import { readNumber } from '@gcd/contracts/cert-number';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Api, partOf } from './api.js';
import { authenticationPage, certPage } from './cert.view.js';
import { svgOf } from './drawing.js';
import { cacheControl, SHARED_HEADERS, SVG, withImages } from './headers.js';
import { Pages, sourceOf } from './pages.js';
import { certPreview } from './previews.js';
import { textOf } from './query.js';
import { labelText, slabLabel } from './slab-label.js';

@Controller()
export class CertController {
  constructor(
    private readonly api: Api,
    private readonly pages: Pages,
  ) {}

  /** Redirects the cert form to the page of the cert. */
  @Get('cert')
  find(@Query() parameters: Record<string, unknown>, @Res() reply: FastifyReply): void {
    const { typed, grader } = readNumber(textOf(parameters.cert));
    const path = [grader ?? (textOf(parameters.grader) || 'psa'), typed];
    reply.redirect(typed === '' ? '/' : `/cert/${path.map(encodeURIComponent).join('/')}`, 303);
  }

  /**
   * Serves the page of a graded copy. If no graded copy has the number, serves the page of a signature that PSA
   * authenticated.
   */
  @Get('cert/:grader/:cert')
  async cert(
    @Param('grader') grader: GraderName,
    @Param('cert') number: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const signal = this.api.begin();
    const [found, images] = await Promise.all([
      partOf(this.api.getCert(grader, number, signal)),
      partOf(this.api.getCertImages(grader, number, signal)),
    ]);
    if (!found.value) {
      const item = await this.authentication(grader, number, found.error, signal);
      return this.pages.respond(reply, { from: [item] }, () =>
        this.pages.html(authenticationPage(number, item, this.pages.apiUrl)),
      );
    }
    const cert = found.value;
    const source = { ...sourceOf(cert, images), headers: withImages(this.pages.imageOrigins) };
    return this.pages.respond(reply, source, () =>
      this.pages.html(certPage({ cert, images }, this.pages)),
    );
  }

  /** Serves a drawing of the label of a graded copy as SVG. */
  @Get('cert/:grader/:cert/label.svg')
  async label(
    @Param('grader') grader: GraderName,
    @Param('cert') number: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const cert = await this.api.getCert(grader, number, this.api.begin());
    const headers = { ...SHARED_HEADERS, 'content-type': SVG, 'cache-control': cacheControl(true) };
    return this.pages.file(reply, { from: [cert], headers }, () =>
      svgOf(slabLabel(cert), labelText(cert)),
    );
  }

  /** Serves the label and the population of a graded copy as an image for link previews. */
  @Get('cert/:grader/:cert/image.png')
  async image(
    @Param('grader') grader: GraderName,
    @Param('cert') number: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | ''> {
    const cert = await this.api.getCert(grader, number, this.api.begin());
    return this.pages.image(reply, [cert], () => certPreview(cert, this.pages.isSample));
  }

  /**
   * Requests the authentication record with a cert number if the grader is PSA and no graded copy has that number.
   * @param reason error of the cert lookup, which is rethrown in all other cases
   */
  private async authentication(
    grader: string,
    number: string,
    reason: unknown,
    signal: AbortSignal,
  ): Promise<AuthenticationRecord> {
    if (grader.toLowerCase() !== 'psa' || !(reason instanceof CertNotFoundError)) throw reason;
    return this.api.getAuthentication(number, signal);
  }
}
