import type { Principal } from '@gcd/auth';
import { Admissions, type Quota, remaining } from '@gcd/auth/admission';
import { type Usage, unavailable } from '@gcd/contracts';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { etagOf, succeed } from '../http/envelope.js';
import { type ApiRequest, principalOf } from '../request.js';
import { validParameters } from './parameters.js';

/** Reports the limits of a key's plan and the remaining quotas. */
@Injectable()
export class UsageReport {
  constructor(private readonly admissions: Admissions) {}

  async handle(request: ApiRequest, reply: FastifyReply): Promise<string | Buffer> {
    validParameters(request, reply);
    const principal = principalOf(request);
    const { account, plan } = principal;
    const quotas = await this.admissions.usage(account, plan).catch((error: unknown) => {
      throw unavailable('Usage is not available right now. Try again soon.', error);
    });
    const payload = JSON.stringify(usageOf(principal, quotas));
    return succeed({ payload, etag: etagOf(payload) }, request, reply);
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
