import { ApiKeyStore, type Principal } from '@gcd/auth';
import { ApiError, unavailable } from '@gcd/contracts';
import { CONFIG } from '@gcd/service';
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
    const request = requestOf(context);
    if (this.isKnown(request)) return true;
    return this.authenticate(request, replyOf(context)).then(() => true);
  }

  /** Whether the key is cached and valid, so no lookup is needed. */
  private isKnown(request: ApiRequest): boolean {
    if (request.principal) return true;
    const key = request.headers['x-api-key'];
    const principal = typeof key === 'string' ? this.keys.find(key) : null;
    if (principal) request.principal = principal;
    return Boolean(principal);
  }

  /**
   * Authenticates the client and attaches its key and account to the request.
   * @throws ApiError if the key is not valid
   */
  async authenticate(request: ApiRequest, reply: FastifyReply): Promise<void> {
    if (this.isKnown(request)) return;
    const key = request.headers['x-api-key'];
    try {
      const principal = typeof key === 'string' ? await this.identify(key, request.ip) : null;
      if (principal) {
        request.principal = principal;
        return;
      }
    } catch (error) {
      if (error instanceof AuthFailuresError) reply.header('retry-after', String(error.retryAfter));
      throw error;
    }
    throw new ApiError(
      'invalid_api_key',
      'Send a valid API key in the header `x-api-key`. It may be missing, mistyped, disabled or expired.',
    );
  }

  private async identify(key: string, address: string): Promise<Principal | null> {
    const lookUp = (): Promise<Principal | null> => this.lookUp(key);
    // A key that is cached or being looked up needs no further lookup. If it is invalid, each request with it counts as
    // a failure.
    if (this.keys.find(key) === undefined && !this.keys.isExpected(key)) {
      return this.failures.attempt(address, lookUp);
    }
    const principal = await lookUp();
    if (!principal) this.failures.add(address);
    return principal;
  }

  private async lookUp(key: string): Promise<Principal | null> {
    try {
      return await this.keys.identify(key);
    } catch (error) {
      throw unavailable('Keys cannot be checked right now. Try again soon.', error);
    }
  }
}
