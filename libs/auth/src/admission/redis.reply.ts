import type { Charge } from '../plan.js';
import type { Shown } from './shown-version.js';
import { type Quota, quotaOf } from './quota.js';

const OUTCOMES = ['', 'admitted', 'rate_limited', 'quota_exceeded', 'wait'] as const;
/** Number of values that the admission script returns for all requests, before those of each request. */
const NUMBERS_FOR_ALL = 2;
const NUMBERS_PER_REQUEST = 8;

export type RedisBatchReply = readonly [generation: string, shown: number, ...numbers: number[]];

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
  readonly shown: Shown;
}

/** Extracts the reply to the `index`th request from the reply to a batch. */
export function replyAt(reply: RedisBatchReply, index: number, charge: Charge | null): RedisReply {
  const [generation, shown] = reply;
  const at = NUMBERS_FOR_ALL + index * NUMBERS_PER_REQUEST;
  const [outcome, used, periodStart, periodEnd, now, allocated, topUp, waitUs] = reply.slice(
    at,
    at + NUMBERS_PER_REQUEST,
  ) as [number, number, number, number, number, number, number, number];
  return {
    outcome: OUTCOMES[outcome] as RedisReply['outcome'],
    quota: charge && waitUs === 0 ? quotaOf(charge, { used, periodStart, periodEnd, now }) : null,
    allocated,
    topUp,
    retryAfterMs: waitUs / 1000,
    shown: { generation, version: shown < 0 ? null : shown },
  };
}
