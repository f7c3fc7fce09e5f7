import type { Charge } from '../plan.js';
import { type Quota, quotaOf } from './quota.js';

const OUTCOMES = ['', 'admitted', 'rate_limited', 'quota_exceeded', 'wait'] as const;
/** Number of values that the admission script returns for each request. */
export const NUMBERS_PER_REQUEST = 7;

export interface RedisReply {
  /** `wait` means that all allocated requests are used and the request must wait for a lease. */
  readonly outcome: 'admitted' | 'rate_limited' | 'quota_exceeded' | 'wait';
  readonly quota: Quota | null;
  /**
   * Number of requests that Redis considers allocated; 0 if Redis has no data for this period, in which case
   * `quota.used` is unknown.
   */
  readonly allocated: number;
  /** Number of requests that the caller should lease from PostgreSQL for the reserve. */
  readonly topUp: number;
}

/** Reads the reply to one request in a batch. @param at index of the reply's first number */
export function replyAt(numbers: readonly number[], at: number, charge: Charge | null): RedisReply {
  const [outcome, used, periodStart, periodEnd, now, allocated, topUp] = numbers.slice(
    at,
    at + NUMBERS_PER_REQUEST,
  ) as [number, number, number, number, number, number, number];
  return {
    outcome: OUTCOMES[outcome] as RedisReply['outcome'],
    quota: charge && quotaOf(charge, { used, periodStart, periodEnd, now }),
    allocated,
    topUp,
  };
}
