import type { Principal } from '@gcd/auth';
import { Admissions, type Quota, remaining } from '@gcd/auth/admission';
import { getUsage, type Usage, unavailable } from '@gcd/contracts';
import { Controller } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type AuthenticatedRequest, principalOf } from '../auth/api-key.guard.js';
import { etagOf, succeed } from '../edge/envelope.js';
import { OperationProxy } from './operation-proxy.js';
import { OperationRoute } from './operation-route.js';

@Controller()
export class UsageController {
  constructor(
    private readonly operations: OperationProxy,
    private readonly admissions: Admissions,
  ) {}

  @OperationRoute(getUsage)
  async usage(request: AuthenticatedRequest, reply: FastifyReply): Promise<string | Buffer> {
    this.operations.parameters(getUsage, request, reply);
    const principal = principalOf(request);
    const payload = JSON.stringify(usageOf(principal, await this.quotas(principal)));
    return succeed({ payload, etag: etagOf(payload) }, request, reply);
  }

  private async quotas({ account, plan }: Principal): Promise<Quota[]> {
    try {
      return await this.admissions.usage(account, plan);
    } catch (error) {
      throw unavailable('Usage is not available right now. Try again soon.', error);
    }
  }
}

function usageOf({ plan, catalogs }: Principal, quotas: readonly Quota[]): Usage {
  return {
    plan: plan.name,
    period: plan.period,
    buckets: quotas.map((quota) => ({
      bucket: quota.bucket,
      limit: quota.limit,
      used: quota.used,
      remaining: remaining(quota),
      reset: quota.periodEnd,
    })),
    rate_limit_per_second: plan.ratePerSecond,
    permissions: [...plan.permissions],
    catalogs: [...catalogs],
  };
}
