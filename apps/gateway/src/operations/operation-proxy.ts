import {
  ApiError,
  type FeedMeta,
  type InternalOperation,
  listChanges,
  type Operation,
  type RequestOf,
} from '@gcd/contracts';
import { OperationClient, type Result } from '@gcd/nats/client';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { etagOf, succeed, toText } from '../http/envelope.js';
import type { ApiRequest } from '../request.js';
import { Slots } from '../slots.js';
import { validParameters } from './parameters.js';
import { ResponseCache } from './response-cache.js';
import { ShownVersions } from './shown-versions.js';

type Body = string | Buffer;

/** Sends requests that have passed the guards to services, and wraps the replies in envelopes. */
@Injectable()
export class OperationProxy {
  constructor(
    private readonly client: OperationClient,
    private readonly slots: Slots,
    private readonly cache: ResponseCache,
    private readonly versions: ShownVersions,
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
    const shown = await this.versions.of(request.admission);
    const key = operation.cacheable && shown && `${operation.subject} ${JSON.stringify(values)}`;
    const cached = key && this.cache.find(key, shown);
    if (cached) return succeed(cached, request, reply);
    const result = await this.send(operation, values, request, reply.elapsedTime, shown?.version);
    const { payload, meta = '' } = result;
    let data: Uint8Array | string = complete?.(payload) ?? payload;
    if (operation === listChanges) {
      const { version, empty }: FeedMeta = JSON.parse(meta);
      // If Redis cannot record that the page is shown, the client gets an empty page.
      if (!(await this.versions.show(version, shown))) data = JSON.stringify(empty);
    }
    const pagination = operation.isList && meta;
    const response = { payload: data, etag: etagOf(data), ...(pagination && { pagination }) };
    if (key) this.cache.store(key, response, shown);
    return succeed(response, request, reply);
  }

  /** Sends a request to a service, whose reply reflects everything that the feed has shown. See {@link send}. */
  async read<O extends InternalOperation>(
    operation: O,
    values: RequestOf<O>,
    request: ApiRequest,
    reply: FastifyReply,
  ): Promise<Result> {
    const shown = await this.versions.of(request.admission);
    return this.send(operation, values, request, reply.elapsedTime, shown?.version);
  }

  /**
   * Sends a request to a service once a slot is free.
   * @param elapsedMs milliseconds since the client's request arrived
   * @param requiredVersion data version that the reply must reflect; undefined if only the primary is certain to reflect it
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
    const arrivedAt = performance.now() - elapsedMs;
    const reply = await this.slots.run(pool, request, elapsedMs, () => {
      // The time spent waiting for a slot counts against the deadline.
      const elapsed = performance.now() - arrivedAt;
      return this.client.call(operation, values, request.id, elapsed, requiredVersion);
    });
    const { status, payload } = reply;
    if (status === 200) return reply;
    const { code, message, details } = JSON.parse(toText(payload));
    throw new ApiError(code, message, { details, status });
  }
}
