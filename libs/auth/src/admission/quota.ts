import type { Bucket, Charge } from '../plan.js';
import type { Shown } from './shown-version.js';

/** Maximum time in milliseconds that a request waits for a quota lease. */
export const LEASE_TIMEOUT_MS = 3000;

/**
 * State of a quota after a request. Times are in seconds since 1970, by the clock of the server that stores the quota.
 */
export interface Quota {
  readonly bucket: Bucket;
  readonly limit: number;
  readonly used: number;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly now: number;
}

export interface Admission {
  readonly outcome: 'admitted' | 'rate_limited' | 'quota_exceeded';
  /** The quota that was charged or is exhausted; null if the request is not charged or exceeds the rate limit. */
  readonly quota: Quota | null;
  /** Milliseconds until the next request of the account can be within the rate limit; 0 unless it is exceeded. */
  readonly retryAfterMs: number;
  /** The newest data version that the change feed has shown; null if Redis is unavailable. */
  readonly shown: Shown | null;
}

/**
 * A part of a quota that PostgreSQL has reserved for Redis or for a gateway. The holder charges requests to the lease
 * without further queries.
 */
export interface Lease {
  /** Number of requests in this lease. */
  readonly amount: number;
  /** Number of requests in all leases of the same period. */
  readonly allocated: number;
}

export function remaining(quota: Quota): number {
  return Math.max(0, quota.limit - quota.used);
}

/**
 * Returns the size of a lease, in requests. If the holder crashes, its lease is lost. A lease is therefore at most 2 %
 * of the limit, but at least one request. Above a limit of 50,000, it is 0.1 % of the limit, so that PostgreSQL is
 * rarely updated.
 */
export function leaseSize(limit: number): number {
  return Math.max(1, Math.floor(Math.min(limit / 50, Math.max(50, limit / 1000))));
}

/**
 * Returns the state of a quota in a period.
 * @param state `used` may exceed the limit if the limit was lowered
 */
export function quotaOf({ bucket, limit }: Charge, state: Omit<Quota, 'bucket' | 'limit'>): Quota {
  return { ...state, bucket, limit, used: Math.min(state.used, limit) };
}
