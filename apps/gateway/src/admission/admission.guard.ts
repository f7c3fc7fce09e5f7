import { chargeOf } from '@gcd/auth';
import { type Quota, remaining } from '@gcd/auth/admission';
import { ApiError } from '@gcd/contracts';
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { FastifyReply } from 'fastify';
import type { AdmissionStorage } from './admission.storage.js';
import { type AuthenticatedRequest, principalOf } from '../auth/api-key.guard.js';
import { Overload } from '../edge/overload.js';
import { costOf } from '../operations/operation-proxy.js';
import { isApiRequest, operationOf, validatePermission } from '../operations/route-policy.js';

/** Length of the rate-limit window in milliseconds. Rate limits are in requests per second. */
export const WINDOW_MS = 1000;

/**
 * Admits requests after four checks, in this order: the account's share of the services' capacity, its rate limit, its
 * permissions and its quota. A single step checks the rate limit and charges the quota. A request that is rejected
 * because of overload, or whose client disconnects while it waits, is not charged.
 */
@Injectable()
export class AdmissionGuard extends ThrottlerGuard {
  declare protected readonly storageService: AdmissionStorage;

  @Inject(Overload) private readonly overload!: Overload;

  /**
   * Calls the rate limiter directly. All routes share one limit per account, so the per-route overrides that the base
   * class looks up on every request are not needed.
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (!isApiRequest(request)) return true;
    const principal = principalOf(request);
    const { account, plan } = principal;
    const operation = operationOf(request);
    const cost = costOf(operation, request);
    const slot = this.overload.enter(account, operation, cost);
    const admitted = slot instanceof Promise ? await slot : slot;
    if (admitted) {
      const { raw } = context.switchToHttp().getResponse<FastifyReply>();
      if (raw.destroyed) {
        admitted.release();
        throw new ApiError('internal_error', 'The client has disconnected.', { status: 499 });
      }
      request.slot = admitted;
      // Release the slot even if the client disconnects before it gets a response.
      raw.once('close', () => admitted.release());
    }
    const forbidden = validatePermission(principal, operation, request.params);
    const isCharged = !forbidden && !operation?.isFree;
    const charge = isCharged ? chargeOf(account, plan, operation?.permission, cost) : null;

    const { isBlocked, admission } = await this.storageService.increment(
      String(account),
      WINDOW_MS,
      plan.ratePerSecond,
      WINDOW_MS,
      'default',
      charge,
    );
    if (isBlocked) await this.throwThrottlingException(context);
    if (forbidden) throw forbidden;
    const { outcome, quota } = admission;
    if (quota) request.quota = quota;
    if (quota && outcome === 'quota_exceeded') {
      retryAfter(context, quota.periodEnd - quota.now);
      throw new ApiError('quota_exceeded', quotaMessage(quota, cost));
    }
    if (charge) request.charge = charge;
    return true;
  }

  protected override async throwThrottlingException(context: ExecutionContext): Promise<never> {
    retryAfter(context, 1);
    throw new ApiError('rate_limited', 'Too many requests per second. Slow down.');
  }
}

function quotaMessage(quota: Quota, cost: number): string {
  const left = remaining(quota);
  return left === 0
    ? `The quota of \`${quota.bucket}\` is used up for this period.`
    : `The request costs ${cost}, but \`${quota.bucket}\` has only ${left} left in this period. Nothing was charged.`;
}

function retryAfter(context: ExecutionContext, seconds: number): void {
  const reply = context.switchToHttp().getResponse<FastifyReply>();
  reply.header('retry-after', String(Math.max(1, seconds)));
}
