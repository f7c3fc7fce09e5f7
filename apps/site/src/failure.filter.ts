import type { Logger } from '@gcd/process';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BusyError } from './api.js';
import type { CertGuess } from './cert-guess.js';
import { failureOf } from './failure.js';
import { Pages } from './pages.js';
import { textOf } from './query.js';

@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(
    private readonly pages: Pages,
    private readonly log: Logger,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const cause = thrown instanceof HttpException ? { status: thrown.getStatus() } : thrown;
    const failure = failureOf(cause);
    if (failure.status >= 500 && !(thrown instanceof BusyError)) {
      this.log.warn({ requestId: failure.requestId, err: thrown }, failure.title);
    }
    const { query } = request.query as { query?: unknown };
    const entered = { ...(request.params as Partial<CertGuess>), query: textOf(query) };
    this.pages.sendFailure(http.getResponse<FastifyReply>(), failure, entered);
  }
}
