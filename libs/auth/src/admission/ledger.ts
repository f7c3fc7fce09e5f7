import type { Bucket, Charge } from '../plan.js';

/** A quota as it stands after a call. Times are seconds since 1970, by the clock of the server that keeps the quota. */
export interface Quota {
  readonly bucket: Bucket;
  readonly limit: number;
  readonly used: number;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly now: number;
}

/** What became of a call that asked to be admitted. */
export interface Admission {
  readonly outcome: 'admitted' | 'rate_limited' | 'quota_exceeded';
  /** The quota it is charged to, or found used up; null when nothing limits it. */
  readonly quota: Quota | null;
}

/** Calls left. */
export function remaining(quota: Quota): number {
  return Math.max(0, quota.limit - quota.used);
}

/** The quota of a charge in a period. @param used calls, which may have been granted when the limit was higher */
export function quotaOf(
  { bucket, limit }: Charge,
  state: { used: number; periodStart: number; periodEnd: number; now: number },
): Quota {
  const { used, periodStart, periodEnd, now } = state;
  return { bucket, limit, used: Math.min(used, limit), periodStart, periodEnd, now };
}
