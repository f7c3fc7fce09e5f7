import type { Charge, Principal } from '@gcd/auth';
import type { Admission } from '@gcd/auth/admission';
import type { ApiError } from '@gcd/contracts';
import type { Span } from '@gcd/process';
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ParsedParameters } from './operations/parameters.js';

/** A request, with the state that guards and the error filter attach to it. */
export interface ApiRequest extends FastifyRequest {
  principal?: Principal;
  parameters?: ParsedParameters;
  admission?: Admission;
  /** What the request is charged. If it fails with a server error, the charge is refunded. */
  charge?: Charge;
  /** The error that the request ended with. */
  error?: ApiError;
  /** The span of the request; undefined if traces are not exported. */
  span?: Span;
}

export function requestOf(context: ExecutionContext): ApiRequest {
  // `switchToHttp` would create three functions with each call.
  return context.getArgByIndex(0);
}

/** Returns the key and account of a request that has passed `ApiKeyGuard`. */
export function principalOf({ principal }: ApiRequest): Principal {
  if (!principal) throw new Error('a request passed authentication without a principal');
  return principal;
}
