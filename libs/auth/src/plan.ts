import type { Permission } from '@gcd/contracts';

/** What a request is charged to: a permission that the plan limits separately, or everything else. */
export type Bucket = 'base' | `read:${Permission}`;

/** Rate and quotas of an account. */
export interface Plan {
  readonly name: string;
  readonly ratePerSecond: number;
  /** `day`, `month`, or a number of seconds such as `30s`; in UTC. */
  readonly period: string;
  /** Requests per period, by limited bucket. */
  readonly limits: ReadonlyMap<Bucket, number>;
  readonly permissions: readonly Permission[];
}

/** What a request costs, and which quota it is charged to. */
export interface Charge {
  readonly account: number;
  readonly bucket: Bucket;
  /** Requests per period. */
  readonly limit: number;
  readonly period: string;
  /** Number of requests charged, in full or not at all. 0 only reads the quota. */
  readonly cost: number;
}

/**
 * The quota that a request is charged to.
 * @param permission that the operation requires, if any
 * @param cost number of requests charged
 * @returns null if no quota applies
 */
export function chargeOf(
  account: number,
  plan: Plan,
  permission: Permission | undefined,
  cost: number,
): Charge | null {
  const own: Bucket = permission ? `read:${permission}` : 'base';
  const bucket = plan.limits.has(own) ? own : 'base';
  const limit = plan.limits.get(bucket);
  return limit === undefined ? null : { account, bucket, limit, period: plan.period, cost };
}
