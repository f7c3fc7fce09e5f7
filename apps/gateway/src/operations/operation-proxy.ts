import {
  ApiError,
  type InternalOperation,
  listChanges,
  type Operation,
  type RequestOf,
} from '@gcd/contracts';
import { OperationClient, type Result } from '@gcd/service';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { etagOf, succeed, toText } from '../http/envelope.js';
import type { ApiRequest } from '../request.js';
import { Slots } from '../slots.js';
import { FeedVersion } from './feed-version.js';
import { validParameters } from './parameters.js';
import { ResponseCache } from './response-cache.js';

type Body = string | Buffer;

/** Sends requests that have passed the guards to services, and wraps the replies in envelopes. */
@Injectable()
export class OperationProxy {
  constructor(
    private readonly client: OperationClient,
    private readonly slots: Slots,
    private readonly cache: ResponseCache,
    private readonly feedVersion: FeedVersion,
  ) {}

  /**
   * Handles a request for an operation.
   * @param complete adds data that the service does not have; not allowed if the operation's responses are cached
   * @throws ApiError if a parameter is invalid, no service replies, or the reply is an error
   */
  async handle(
    request: ApiRequest,
    reply: FastifyReply,
    complete?: (payload: Uint8Array) => string,
  ): Promise<Body> {
    const { operation, values } = validParameters(request, reply);
    const key = operation.cacheable && `${operation.subject} ${JSON.stringify(values)}`;
    const cached = key && this.cache.find(key);
    if (cached) return succeed(cached, request, reply);
    const required = this.feedVersion.required ?? (await this.feedVersion.read());
    const { payload, pagination, version } = await this.send(
      operation,
      values,
      request,
      reply.elapsedTime,
      required,
    );
    if (operation === listChanges && version) await this.feedVersion.show(version);
    const data = complete ? complete(payload) : payload;
    const response = { payload: data, pagination, etag: etagOf(data) };
    if (key) this.cache.store(key, response, version);
    return succeed(response, request, reply);
  }

  /**
   * Sends a request to a service once a slot is free.
   * @param elapsedMs milliseconds since the client's request arrived
   * @param requiredVersion minimum data version that the reply must reflect
   * @throws ApiError if no service replies or the reply is an error
   */
  async send<O extends Operation | InternalOperation>(
    operation: O,
    values: RequestOf<O>,
    request: ApiRequest,
    elapsedMs = 0,
    requiredVersion?: number,
  ): Promise<Result> {
    const { pool } = operation;
    if (!pool) throw new Error(`no service handles ${operation.subject}`);
    const reply = await this.slots.run(pool, request, () =>
      this.client.call(operation, values, request.id, elapsedMs, requiredVersion),
    );
    const { status, payload } = reply;
    if (status === 200) return reply;
    const { code, message, details } = JSON.parse(toText(payload));
    throw new ApiError(code, message, { details, status });
  }
}
