import type { Bucket, Charge } from '../plan.js';

/**
 * State of a quota after a request. Times are seconds since 1970, by the clock of the server that holds the
 * quota.
 */
export interface Quota {
  readonly bucket: Bucket;
  readonly limit: number;
  readonly used: number;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly now: number;
}

/** Result of admission. */
export interface Admission {
  readonly outcome: 'admitted' | 'rate_limited' | 'quota_exceeded';
  /** The quota that was charged or is exhausted; null if the request is not charged. */
  readonly quota: Quota | null;
}

/**
 * Part of a quota that PostgreSQL has set aside for Redis or a gateway, which may use it up without asking
 * again.
 */
export interface Lease {
  /** Requests in this lease. */
  readonly amount: number;
  /** Requests in all leases of the period. */
  readonly allocated: number;
}

/** Requests left. */
export function remaining(quota: Quota): number {
  return Math.max(0, quota.limit - quota.used);
}

/**
 * Requests that a holder may have in reserve. A holder that crashes loses them, so they are at most 2 % of
 * the limit (but at least one). Above a limit of 50,000 they are 0.1 % of it, which keeps writes to
 * PostgreSQL rare.
 */
export function leaseSize(limit: number): number {
  return Math.max(1, Math.floor(Math.min(limit / 50, Math.max(50, limit / 1000))));
}

/** The state of a quota in a period. @param used requests; above the limit if the limit was lowered since */
export function quotaOf(
  { bucket, limit }: Charge,
  state: { used: number; periodStart: number; periodEnd: number; now: number },
): Quota {
  const { used, periodStart, periodEnd, now } = state;
  return { bucket, limit, used: Math.min(used, limit), periodStart, periodEnd, now };
}
