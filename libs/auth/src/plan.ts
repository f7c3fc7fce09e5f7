import type { Permission } from '@gcd/contracts';

/** What a call is charged to: a permission that the plan limits separately, or everything else. */
export type Bucket = 'base' | `read:${Permission}`;

/** How much an account may call. */
export interface Plan {
  readonly name: string;
  readonly ratePerSecond: number;
  /** `day`, `month`, or a number of seconds such as `30s`; in UTC. */
  readonly period: string;
  /** Calls per period of each bucket that is limited. */
  readonly limits: ReadonlyMap<Bucket, number>;
  readonly permissions: readonly Permission[];
}

/** What a request is charged, and to which quota. */
export interface Charge {
  readonly account: number;
  readonly bucket: Bucket;
  /** Calls per period. */
  readonly limit: number;
  readonly period: string;
  /** How many requests it counts as. They are charged together or not at all; 0: the quota is only read. */
  readonly cost: number;
}

/**
 * What a call is charged to.
 * @param permission that the call needs, if any
 * @param cost how many requests it counts as
 * @returns null when nothing limits it
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
