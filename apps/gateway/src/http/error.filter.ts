import { ApiError, internalError } from '@gcd/contracts';
import { LOGGER, type Logger } from '@gcd/process';
import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  Inject,
  NotFoundException,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { ApiRequest } from '../request.js';
import { failure, JSON_TYPE } from './envelope.js';
import { commonHeadersOn, errorHeaders } from './headers.js';

/** Converts exceptions to error responses. Responses reveal details only of an {@link ApiError}. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly log: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const error = toApiError(thrown);
    // A service has logged the cause of an error that it replied with.
    if (error.status >= 500 && error.cause) {
      this.log.error({ requestId: request.id, err: error.cause }, error.message);
    }
    sendError(error, request, http.getResponse<FastifyReply>());
  }
}

/** Sends an error in the error envelope. */
export function sendError(error: ApiError, request: ApiRequest, reply: FastifyReply): void {
  request.error = error;
  // Fastify and Nest reject malformed targets before the hook that sets these headers.
  if (!reply.hasHeader('x-request-id')) {
    reply.headers(commonHeadersOn(request.raw.socket)).header('x-request-id', request.id);
  }
  reply.status(error.status).headers(errorHeaders(error)).header('content-type', JSON_TYPE);
  reply.send(failure(JSON.stringify(error), request.id));
}

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return thrown instanceof NotFoundException ? noSuchEndpoint() : internalError(thrown);
}

export function noSuchEndpoint(): ApiError {
  return new ApiError(
    'not_found',
    'There is no such endpoint. `/docs` and `/openapi.json` describe all endpoints.',
  );
}
