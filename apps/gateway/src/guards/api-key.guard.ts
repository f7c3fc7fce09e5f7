import { ApiKeyStore, type Principal, type UncachedKey } from '@gcd/auth';
import { ApiError, unavailable } from '@gcd/contracts';
import { CONFIG } from '@gcd/process';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { type ApiRequest, replyOf, requestOf } from '../request.js';
import { AuthFailures, AuthFailuresError } from './auth-failures.js';

/**
 * Admits requests with a valid `x-api-key`. After too many invalid keys from an IP address, that address may only use
 * keys that are already known to be valid.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly failures: AuthFailures;

  constructor(
    private readonly keys: ApiKeyStore,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.failures = new AuthFailures(config.AUTH_FAILURES_PER_MINUTE);
  }

  canActivate(context: ExecutionContext): true | Promise<true> {
    return this.authenticate(requestOf(context), replyOf(context));
  }

  /**
   * Authenticates the client and attaches its key and account to the request.
   * @returns a promise only if the key is not cached
   * @throws ApiError if the key is not valid
   */
  authenticate(request: ApiRequest, reply: FastifyReply): true | Promise<true> {
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string') throw invalidKey();
    const found = this.keys.find(key);
    if (found === null || 'lookUp' in found) return this.attempt(found, request, reply);
    request.principal = found;
    return true;
  }

  /** @param key null if it is invalid */
  private async attempt(
    key: UncachedKey | null,
    request: ApiRequest,
    reply: FastifyReply,
  ): Promise<true> {
    const { ip } = request;
    try {
      const lookUp = (): Promise<Principal | null> =>
        key ? lookUpKey(key) : Promise.resolve(null);
      // An invalid key that needs no lookup of its own counts as a failure with each request.
      const isLimited = key && !key.isExpected;
      const principal = isLimited ? await this.failures.attempt(ip, lookUp) : await lookUp();
      if (principal) {
        request.principal = principal;
        return true;
      }
      if (!isLimited) this.failures.add(ip);
    } catch (error) {
      if (error instanceof AuthFailuresError) reply.header('retry-after', String(error.retryAfter));
      throw error;
    }
    throw invalidKey();
  }
}

async function lookUpKey(key: UncachedKey): Promise<Principal | null> {
  try {
    return await key.lookUp();
  } catch (error) {
    throw unavailable('Keys cannot be checked right now. Try again soon.', error);
  }
}

function invalidKey(): ApiError {
  return new ApiError(
    'invalid_api_key',
    'Send a valid API key in the header `x-api-key`. It may be missing, mistyped, disabled or expired.',
  );
}
