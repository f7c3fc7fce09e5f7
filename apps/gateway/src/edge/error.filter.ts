import { ApiError, internalError } from '@gcd/contracts';
import { LOGGER, type Logger } from '@gcd/service';
import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  Inject,
  NotFoundException,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OverloadError } from './overload.js';
import { sendError } from './http.js';

/** Converts exceptions to error responses. Responses reveal details only of an {@link ApiError}. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly log: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const error = toApiError(thrown);
    // Do not log requests that are rejected because of overload, because there may be thousands per second.
    // `RejectionLog` logs a sample of them.
    if (error.status >= 500 && !(error instanceof OverloadError)) {
      this.log.error({ requestId: request.id, err: error.cause ?? error }, error.message);
    }
    sendError(error, request, http.getResponse<FastifyReply>());
  }
}

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof NotFoundException) {
    return new ApiError(
      'not_found',
      'There is no such endpoint. `/docs` and `/openapi.json` describe all endpoints.',
    );
  }
  return internalError(thrown);
}
