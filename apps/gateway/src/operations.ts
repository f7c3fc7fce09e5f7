import { type Operation, type RequestOf, readParameters } from '@gcd/contracts';
import { OperationClient } from '@gcd/service';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failure, JSON_TYPE, success } from './envelope.js';

const MOST_IGNORED_NAMES = 10;
const LONGEST_IGNORED_NAME = 64;

/** Answers an HTTP request by an operation: reads its parameters, calls the service, and wraps the reply. */
@Injectable()
export class Operations {
  constructor(private readonly client: OperationClient) {}

  /** @throws ApiError for parameters that are wrong, and when no service replies */
  async answer(
    operation: Operation,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Buffer> {
    const { request: parameters, ignored } = readParameters(
      operation,
      request.params as Record<string, string>,
      request.query as Record<string, string | string[]>,
    );
    if (ignored.length > 0) reply.header('x-ignored-parameters', namesOf(ignored));
    const { status, json, pagination } = await this.client.call(
      operation,
      parameters as RequestOf<Operation>,
      request.id,
    );
    reply.status(status).header('content-type', JSON_TYPE);
    return status === 200 ? success(json, request.id, pagination) : failure(json, request.id);
  }
}

/** The paths of an operation as the router writes them. */
export function route({ path, otherPaths = [] }: Operation): string[] {
  return [path, ...otherPaths].map((each) => each.replace(/\{(\w+)\}/g, ':$1'));
}

function namesOf(ignored: readonly string[]): string {
  return ignored
    .slice(0, MOST_IGNORED_NAMES)
    .map((name) => encodeURIComponent([...name].slice(0, LONGEST_IGNORED_NAME).join('')))
    .join(', ');
}
