import type { Permission } from '@gcd/contracts';

/**
 * Name of a quota bucket. If the plan limits the permission that a request uses, the name is `read:` followed by the
 * permission; otherwise, it is `base`.
 */
export type Bucket = 'base' | `read:${Permission}`;

export interface Plan {
  readonly name: string;
  readonly ratePerSecond: number;
  /** `day`, `month`, or a number of seconds such as `30s`. Periods are aligned to UTC. */
  readonly period: string;
  /** Number of requests per period in each limited bucket. */
  readonly limits: ReadonlyMap<Bucket, number>;
  readonly permissions: readonly Permission[];
}

/** The cost of a request, and the quota that it is charged to. */
export interface Charge {
  readonly account: number;
  readonly bucket: Bucket;
  /** Maximum number of requests per period. */
  readonly limit: number;
  readonly period: string;
  /** Number of requests to charge, all or none. A cost of 0 only reads the quota. */
  readonly cost: number;
}

/** Returns the name of the quota that a charge belongs to. */
export function quotaName({ account, bucket }: Charge): string {
  return `${account} ${bucket}`;
}

/**
 * Returns the cost of a request and the quota that it is charged to.
 * @param permission permission that the operation requires, if any
 * @param cost number of requests to charge
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
