import {
  invalidParameter,
  listChanges,
  type Operation,
  type RequestOf,
  readParameters,
  type SentQuery,
  unknownParameters,
} from '@gcd/contracts';
import { OperationClient, type OperationReply } from '@gcd/service';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthenticatedRequest } from '../auth/api-key.guard.js';
import { etagOf, failure, JSON_TYPE, succeed } from '../edge/envelope.js';
import { statusHeaders } from '../edge/headers.js';
import { isBusy } from '../edge/overload.js';
import { FeedVersion } from './feed-version.js';
import { ResponseCache } from './response-cache.js';

const MAX_IGNORED_NAMES = 10;
const MAX_IGNORED_NAME = 64;
/** Matches `handling=strict` in a `Prefer` header, alone or in a list (RFC 7240). */
const STRICT_HANDLING = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i;

/**
 * Handles HTTP requests for operations: validates parameters, calls the service, and wraps the reply in an envelope.
 */
@Injectable()
export class OperationProxy {
  constructor(
    private readonly client: OperationClient,
    private readonly cache: ResponseCache,
    private readonly feedVersion: FeedVersion,
  ) {}

  /**
   * Parses the parameters of a request, and lists unknown ones in a response header.
   * @throws ApiError if a parameter is invalid
   */
  parameters<O extends Operation>(
    operation: O,
    request: FastifyRequest,
    reply: FastifyReply,
  ): RequestOf<O> {
    // Check unknown parameters first, because they are often misspelled names of parameters that are then missing.
    checkUnknown(unknownParameters(operation, queryOf(request)), request, reply);
    return parametersOf(operation, request) as RequestOf<O>;
  }

  /**
   * Handles a request for an operation.
   * @param complete adds data that the service does not have; not allowed if the operation's responses are cached
   * @throws ApiError if a parameter is invalid or no service replies
   */
  async handle(
    operation: Operation,
    request: AuthenticatedRequest,
    reply: FastifyReply,
    complete?: (payload: Uint8Array) => string,
  ): Promise<string | Buffer> {
    const parameters = this.parameters(operation, request, reply);
    const key = operation.cacheable && `${operation.subject} ${JSON.stringify(parameters)}`;
    const cached = key && this.cache.find(key);
    if (cached) return succeed(cached, request, reply);
    const required = this.feedVersion.required ?? (await this.feedVersion.read());
    const call = (): Promise<OperationReply> =>
      this.client.call(operation, parameters, request.id, reply.elapsedTime, required);
    const result = await (request.slot ? request.slot.measure(call, isBusy) : call());
    const { status, payload, pagination, version } = result;
    if (status !== 200) {
      if (isBusy(result)) request.rejection = 'overload';
      reply.status(status).headers(statusHeaders(status)).header('content-type', JSON_TYPE);
      return failure(payload, request.id);
    }
    if (operation === listChanges && version) await this.feedVersion.show(version);
    const data = complete ? complete(payload) : payload;
    const response = { payload: data, pagination, etag: etagOf(data) };
    const body = succeed(response, request, reply);
    if (key) this.cache.store(key, response, version);
    return body;
  }
}

/** Returns the cost of a request, which is one if the parameters are invalid. */
export function costOf(operation: Operation | undefined, request: FastifyRequest): number {
  if (!operation?.cost) return 1;
  try {
    const cost = operation.cost(parametersOf(operation, request));
    return isStrict(request) && unknownParameters(operation, queryOf(request)).length > 0
      ? 1
      : cost;
  } catch {
    return 1;
  }
}

function parametersOf(operation: Operation, request: FastifyRequest): Record<string, unknown> {
  return readParameters(operation, request.params as Record<string, string>, queryOf(request));
}

function queryOf({ query }: FastifyRequest): SentQuery {
  return query as SentQuery;
}

function isStrict({ headers }: FastifyRequest): boolean {
  return STRICT_HANDLING.test(String(headers.prefer ?? ''));
}

/**
 * Lists unknown parameters in a response header.
 * @throws ApiError if there are unknown parameters and the client prefers strict handling
 */
function checkUnknown(
  [first, ...others]: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const strict = isStrict(request);
  if (strict) reply.header('preference-applied', 'handling=strict');
  if (first === undefined) return;
  if (strict) throw invalidParameter(first, 'not_accepted', 'is not a parameter of this endpoint.');
  reply.header('x-ignored-parameters', namesOf([first, ...others]));
}

function namesOf(ignored: readonly string[]): string {
  return ignored
    .slice(0, MAX_IGNORED_NAMES)
    .map((name) => encodeURIComponent([...name].slice(0, MAX_IGNORED_NAME).join('')))
    .join(', ');
}
