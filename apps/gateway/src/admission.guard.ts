import { chargeOf, type Principal } from '@gcd/auth';
import { ApiError, getUsage } from '@gcd/contracts';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerRequest } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdmissionStorage } from './admission.storage.js';
import type { Caller } from './api-key.guard.js';
import { isApiCall, isPermitted, operationOf } from './rules.js';

type Call = FastifyRequest & Caller;

/** Calls per second that the caller of a request may make. */
export function rateOf(context: ExecutionContext): number {
  return callerOf(context.switchToHttp().getRequest<Call>()).plan.ratePerSecond;
}

/**
 * Admits calls: first by the rate of the account, then by permission, then by quota. Rate and quota are checked, and the
 * quota is charged, in one step.
 */
@Injectable()
export class AdmissionGuard extends ThrottlerGuard {
  declare protected readonly storageService: AdmissionStorage;

  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    return !isApiCall(context.switchToHttp().getRequest<Call>());
  }

  protected override async getTracker(call: Record<string, unknown>): Promise<string> {
    return String(callerOf(call as unknown as Call).account);
  }

  /** One limit per account, whatever is called. */
  protected override generateKey(_context: ExecutionContext, tracker: string): string {
    return tracker;
  }

  protected override async handleRequest(limits: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, blockDuration, throttler, getTracker, generateKey } = limits;
    const name = throttler.name ?? 'default';
    const call = context.switchToHttp().getRequest<Call>();
    const { account, plan } = callerOf(call);
    const operation = operationOf(call);
    const permitted = isPermitted(callerOf(call), operation, call.params);
    const isCharged = permitted && operation !== getUsage;
    const charge = isCharged ? chargeOf(account, plan, operation?.permission) : null;

    const key = generateKey(context, await getTracker(call, context), name);
    const record = await this.storageService.increment(
      key,
      ttl,
      limit,
      blockDuration,
      name,
      charge,
    );
    const { outcome, quota } = record.admission;
    if (record.isBlocked) {
      await this.throwThrottlingException(context);
    }
    if (!permitted) {
      throw new ApiError('forbidden', 'This API key is not allowed to use this endpoint.');
    }
    if (quota) call.quota = quota;
    if (quota && outcome === 'quota_exceeded') {
      retryAfter(context, quota.periodEnd - quota.now);
      throw new ApiError(
        'quota_exceeded',
        `The quota of \`${quota.bucket}\` is used up for this period.`,
      );
    }
    if (charge) call.charge = charge;
    return true;
  }

  protected override async throwThrottlingException(context: ExecutionContext): Promise<never> {
    retryAfter(context, 1);
    throw new ApiError('rate_limited', 'Too many calls per second. Slow down.');
  }
}

function callerOf({ principal }: Caller): Principal {
  if (!principal) throw new Error('a call got past the key without one');
  return principal;
}

function retryAfter(context: ExecutionContext, seconds: number): void {
  const reply = context.switchToHttp().getResponse<FastifyReply>();
  reply.header('retry-after', String(Math.max(1, seconds)));
}
