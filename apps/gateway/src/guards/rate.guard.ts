import { type Charge, chargeOf } from '@gcd/auth';
import { type Admission, Admissions } from '@gcd/auth/admission';
import { ApiError, unavailable } from '@gcd/contracts';
import { OpenRequests } from '@gcd/http';
import { withSpan } from '@gcd/process';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
} from '@nestjs/throttler';
import { OPERATION } from '../endpoint.js';
import { parseParameters } from '../operations/parameters.js';
import { Peers } from '../peers.js';
import { type ApiRequest, principalOf, requestOf } from '../request.js';
import { Slots } from '../slots.js';
import { permissionError } from './permission.guard.js';
import { RateRecord } from './rate-record.js';

/** Every account may have this many open requests on a gateway, even if its rate is low. */
const MIN_OPEN_REQUESTS = 256;
// One error for all requests, because the stack trace of each would be a tenth of the CPU time of a rejection.
const RATE_LIMITED = new ApiError('rate_limited', 'Too many requests per second. Slow down.');

const WINDOW_MS = 1000;

/** Options of the throttler, whose limit is the rate of the plan of each account. */
export const rateOptions = (record: RateRecord): ThrottlerModuleOptions => ({
  throttlers: [{ ttl: WINDOW_MS, limit: 0 }],
  storage: record,
  setHeaders: false,
});

/**
 * Limits the rate and the open requests of an account. The throttler checks the record of this gateway; the admission
 * script in Redis then checks the rate across all gateways and charges the quota, which `QuotaGuard` reports.
 */
@Injectable()
export class RateGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() private readonly record: RateRecord,
    reflector: Reflector,
    private readonly openRequests: OpenRequests,
    private readonly peers: Peers,
    private readonly slots: Slots,
    private readonly admissions: Admissions,
  ) {
    super(options, record, reflector);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const { account, plan } = principalOf(request);
    const maxOpen = Math.max(MIN_OPEN_REQUESTS, 2 * plan.ratePerSecond);
    if (!this.openRequests.assign(request.raw, account, maxOpen)) throw tooManyOpen(maxOpen);
    // `canActivate` of the throttler would read the options of the route from twelve decorators, which no route has.
    await this.handleRequest({
      context,
      throttler: this.throttlers[0] as (typeof this.throttlers)[number],
      limit: plan.ratePerSecond,
      ttl: WINDOW_MS,
      blockDuration: WINDOW_MS,
      getTracker: async () => '',
      generateKey: () => String(account),
    });
    // An account that exceeds its share of the rate may exceed the rate across all gateways, which only Redis knows.
    const isWithinShare = this.record.count(account) <= plan.ratePerSecond / this.peers.count;
    if (isWithinShare) await this.slots.turn(request);

    const operation = this.reflector.get(OPERATION, context.getHandler());
    if (operation) request.parameters = parseParameters(operation, request);
    const charge = chargeFor(request);
    const admission = await this.admit(account, plan.ratePerSecond, charge);
    request.admission = admission;
    if (admission.outcome === 'rate_limited') {
      this.record.reject(String(account), admission.retryAfterMs);
      throw RATE_LIMITED;
    }
    if (charge) request.charge = charge;
    return true;
  }

  protected override async throwThrottlingException(): Promise<never> {
    throw RATE_LIMITED;
  }

  private admit(...request: Parameters<Admissions['admit']>): Promise<Admission> {
    return withSpan(
      () => ({ name: 'admission', kind: 'client', attributes: {} }),
      () => this.admissions.admit(...request),
      ({ attributes }, { outcome }) => {
        attributes['gcd.admission'] = outcome;
      },
    ).catch((error: unknown) => {
      throw unavailable('Requests cannot be counted right now. Try again soon.', error);
    });
  }
}

/** Returns what a request is charged; null if it is free, or will be rejected for lack of a permission. */
function chargeFor(request: ApiRequest): Charge | null {
  const principal = principalOf(request);
  const { operation, values, error } = request.parameters ?? {};
  if (operation?.isFree || permissionError(principal, operation, request.params)) return null;
  const cost = error ? 1 : (operation?.cost?.(values as never) ?? 1);
  return chargeOf(principal.account, principal.plan, operation?.permission, cost);
}

function tooManyOpen(max: number): ApiError {
  return new ApiError(
    'rate_limited',
    `Your account has ${max} open requests. Read their responses before you send more.`,
    { details: { reason: 'concurrency' } },
  );
}
