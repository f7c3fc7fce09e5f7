import { type Quota, remaining } from '@gcd/auth/admission';
import { ApiError } from '@gcd/contracts';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { requestOf } from '../request.js';

/** Rejects requests that the admission script did not charge, because the quota does not cover their cost. */
@Injectable()
export class QuotaGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const { admission, charge } = requestOf(context);
    const quota = admission?.outcome === 'quota_exceeded' && admission.quota;
    if (!quota) return true;
    const retryAfter = Math.max(1, quota.periodEnd - quota.now);
    throw new ApiError('quota_exceeded', messageOf(quota, charge?.cost ?? 1), { retryAfter });
  }
}

function messageOf(quota: Quota, cost: number): string {
  const left = remaining(quota);
  return left === 0
    ? `The quota of \`${quota.bucket}\` is used up for this period.`
    : `The request costs ${cost}, but \`${quota.bucket}\` has only ${left} left in this period. Nothing was charged.`;
}
