import { ApiKeyStore, type Principal } from '@gcd/auth';
import { ApiError } from '@gcd/contracts';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** What the guard leaves on the request. */
export interface Caller {
  principal?: Principal;
}

/** Lets pass who sends a valid `x-api-key`. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly keys: ApiKeyStore) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.authenticate(context.switchToHttp().getRequest<FastifyRequest & Caller>());
    return true;
  }

  /** Finds out who calls. @throws ApiError when nobody known does */
  async authenticate(request: FastifyRequest & Caller): Promise<void> {
    const key = request.headers['x-api-key'];
    const principal = typeof key === 'string' ? await this.identify(key) : null;
    if (!principal) {
      throw new ApiError(
        'invalid_api_key',
        'Send a valid API key in the header `x-api-key`. It may be missing, mistyped, disabled or expired.',
      );
    }
    request.principal = principal;
  }

  private async identify(key: string): Promise<Principal | null> {
    try {
      return await this.keys.identify(key);
    } catch (error) {
      throw new ApiError('internal_error', 'Keys cannot be checked right now. Try again soon.', {
        status: 503,
        cause: error,
      });
    }
  }
}
