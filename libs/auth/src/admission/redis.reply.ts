import type { Charge } from '../plan.js';
import { type Quota, quotaOf } from './quota.js';

const OUTCOMES = ['', 'admitted', 'rate_limited', 'quota_exceeded', 'wait'] as const;
/** Number of values that the admission script returns for each request. */
export const NUMBERS_PER_REQUEST = 8;

export interface RedisReply {
  /** `wait` means that the leases do not cover the request's cost, so the request must wait for a new lease. */
  readonly outcome: 'admitted' | 'rate_limited' | 'quota_exceeded' | 'wait';
  readonly quota: Quota | null;
  /**
   * Amount that Redis considers allocated. It is 0 if Redis has no data for this period; `quota.used` is then unknown.
   */
  readonly allocated: number;
  /** Amount that the caller should lease from PostgreSQL to refill the reserve. */
  readonly topUp: number;
  /** Milliseconds until the account is within its rate limit. */
  readonly retryAfterMs: number;
}

/**
 * Extracts one request's reply from the reply to a batch.
 * @param at index of the first number of the request's reply
 */
export function replyAt(numbers: readonly number[], at: number, charge: Charge | null): RedisReply {
  const [outcome, used, periodStart, periodEnd, now, allocated, topUp, waitUs] = numbers.slice(
    at,
    at + NUMBERS_PER_REQUEST,
  ) as [number, number, number, number, number, number, number, number];
  return {
    outcome: OUTCOMES[outcome] as RedisReply['outcome'],
    quota: charge && waitUs === 0 ? quotaOf(charge, { used, periodStart, periodEnd, now }) : null,
    allocated,
    topUp,
    retryAfterMs: waitUs / 1000,
  };
}
