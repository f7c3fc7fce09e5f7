import type { AuthenticationRecord, GraderName } from '@gcd/client';
import { CertNotFoundError } from '@gcd/client';
import { readNumber } from '@gcd/contracts/cert-number';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Api, partOf } from './api.js';
import { authenticationPage, certPage } from './cert.view.js';
import { withImages } from './headers.js';
import { Pages, sourceOf } from './pages.js';
import { textOf } from './query.js';

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
