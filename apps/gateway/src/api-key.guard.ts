import { ApiKeyStore, type Charge, type Principal } from '@gcd/auth';
import { type Quota, RateLog } from '@gcd/auth/admission';
import { ApiError } from '@gcd/contracts';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from './config.js';
import { isApiCall } from './rules.js';

const MINUTE_MS = 60_000;

/** What the guards leave on the request. */
export interface Caller {
  principal?: Principal;
  /** The quota that the call is charged to, or that is used up. */
  quota?: Quota;
  /** What the call was charged, to be given back when it is not served. */
  charge?: Charge;
}

/** Lets pass who sends a valid `x-api-key`; who tries too many others is not even looked at. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly failures = new RateLog(MINUTE_MS);

  constructor(
    private readonly keys: ApiKeyStore,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest & Caller>();
    if (isApiCall(request)) await this.authenticate(request, http.getResponse<FastifyReply>());
    return true;
  }

  /** Finds out who calls, and leaves it on the request. @throws ApiError when nobody known does */
  async authenticate(request: FastifyRequest & Caller, reply: FastifyReply): Promise<void> {
    const key = request.headers['x-api-key'];
    const principal = typeof key === 'string' ? await this.check(key, request.ip, reply) : null;
    if (principal) {
      request.principal = principal;
      return;
    }
    throw new ApiError(
      'invalid_api_key',
      'Send a valid API key in the header `x-api-key`. It may be missing, mistyped, disabled or expired.',
    );
  }

  private async check(
    key: string,
    address: string,
    reply: FastifyReply,
  ): Promise<Principal | null> {
    const failer = normalizeIp(address);
    const most = this.config.FAILED_KEYS_PER_MINUTE;
    if (this.failures.isFull(failer, most)) {
      reply.header('retry-after', '60');
      throw new ApiError('rate_limited', 'Too many calls with wrong API keys. Try again later.');
    }
    const principal = await this.identify(key);
    if (!principal) this.failures.add(failer, most);
    return principal;
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
