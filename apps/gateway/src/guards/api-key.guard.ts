import { ApiKeyStore, type Principal, type UncachedKey } from '@gcd/auth';
import { ApiError, unavailable } from '@gcd/contracts';
import { CONFIG } from '@gcd/process';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { GatewayConfig } from '../config.js';
import { type ApiRequest, requestOf } from '../request.js';
import { AuthFailures } from './auth-failures.js';

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
    return this.authenticate(requestOf(context));
  }

  /**
   * Authenticates the client and attaches its key and account to the request.
   * @returns a promise only if the key is not cached
   * @throws ApiError if the key is not valid
   */
  authenticate(request: ApiRequest): true | Promise<true> {
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string') throw invalidKey();
    const found = this.keys.find(key);
    if (found === null || 'lookUp' in found) return this.attempt(found, request);
    request.principal = found;
    return true;
  }

  /** @param key null if it is invalid, which counts as a failure with each request */
  private async attempt(key: UncachedKey | null, request: ApiRequest): Promise<true> {
    const expected = key?.isExpected ? await lookUp(key) : null;
    const other = key?.isExpected ? null : key;
    const principal = expected ?? (await this.failures.attempt(request.ip, () => lookUp(other)));
    if (!principal) throw invalidKey();
    request.principal = principal;
    return true;
  }
}

async function lookUp(key: UncachedKey | null): Promise<Principal | null> {
  if (!key) return null;
  return key.lookUp().catch((error: unknown) => {
    throw unavailable('Keys cannot be checked right now. Try again soon.', error);
  });
}

function invalidKey(): ApiError {
  return new ApiError(
    'invalid_api_key',
    'Send a valid API key in the header `x-api-key`. It may be missing, mistyped, disabled or expired.',
  );
}
