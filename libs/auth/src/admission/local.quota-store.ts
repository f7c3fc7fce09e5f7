import { setImmediate as tick } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type Charge, quotaName } from '../plan.js';
import type { PostgresQuotaStore } from './postgres.quota-store.js';
import { LEASE_TIMEOUT_MS, leaseSize, type Quota, quotaOf } from './quota.js';

const MAX_LEASES = 50_000;
/**
 * How long, in milliseconds, requests are rejected without querying PostgreSQL after a quota is exhausted. The time is
 * short, because another gateway may refund a request.
 */
const EXHAUSTED_MS = 1000;

export interface LocalLease {
  readonly charge: Charge;
  readonly periodStart: number;
  readonly periodEnd: number;
  /** End of the leased period, as a `performance.now()` timestamp. */
  readonly endsAt: number;
  left: number;
  readonly allocated: number;
  readonly exhaustedUntil: number;
}

interface PendingLease {
  /** Total cost of the requests that wait for the lease. */
  waiting: number;
  readonly leased: Promise<void>;
}

/**
 * Charges requests to leases from PostgreSQL within this process, while Redis is unavailable. PostgreSQL's clock
 * determines when a period starts, and the local monotonic clock when it ends.
 */
export class LocalQuotaStore {
  private readonly leases = new LRUCache<string, LocalLease>({ max: MAX_LEASES });
  private readonly pending = new Map<string, PendingLease>();

  /** @param onFailure called if an attempt to lease quota fails while no request is waiting for the lease */
  constructor(
    private readonly postgres: PostgresQuotaStore,
    private readonly onFailure: (reason: unknown) => void,
  ) {}

  get isEmpty(): boolean {
    return this.leases.size === 0;
  }

  /** Charges a request. @throws Error if PostgreSQL is unavailable */
  async charge(charge: Charge): Promise<{ readonly isAdmitted: boolean; readonly quota: Quota }> {
    const deadline = performance.now() + LEASE_TIMEOUT_MS;
    for (;;) {
      const lease = this.current(charge);
      const used = lease ? lease.allocated - lease.left : 0;
      if (lease && used + charge.cost > charge.limit) {
        if (lease.left > 0 || performance.now() < lease.exhaustedUntil) {
          return { isAdmitted: false, quota: stateOf(lease, charge) };
        }
      } else if (lease && lease.left >= charge.cost) {
        lease.left -= charge.cost;
        const isLow = lease.left <= leaseSize(charge.limit) / 4;
        if (isLow && lease.allocated < charge.limit) this.topUp(charge);
        return { isAdmitted: true, quota: stateOf(lease, charge) };
      }
      if (performance.now() >= deadline) throw new Error('timed out waiting for a quota lease');
      const pending = this.request(charge);
      pending.waiting += charge.cost;
      await pending.leased;
    }
  }

  /** Refunds a request. @returns false if this process holds no lease for the period */
  refund(charge: Charge, periodStart: number): boolean {
    const lease = this.leases.get(quotaName(charge));
    if (lease?.periodStart !== periodStart) return false;
    lease.left += charge.cost;
    return true;
  }

  /** Returns the unused part of this process's lease, in requests. */
  left(charge: Charge, periodStart: number): number {
    const lease = this.leases.get(quotaName(charge));
    return lease?.periodStart === periodStart ? lease.left : 0;
  }

  /** Removes this process's leases one by one. A removed lease can no longer be used. */
  *takeAll(): Generator<LocalLease> {
    for (const name of [...this.leases.keys()]) {
      const lease = this.leases.get(name);
      if (lease && this.leases.delete(name)) yield lease;
    }
  }

  /** Adds a lease that {@link takeAll} has removed. */
  putBack(lease: LocalLease): void {
    const name = quotaName(lease.charge);
    const saved = this.leases.get(name);
    if (saved && saved.periodStart > lease.periodStart) return;
    const isSamePeriod = saved?.periodStart === lease.periodStart;
    this.leases.set(name, {
      ...lease,
      left: lease.left + (isSamePeriod ? saved.left : 0),
      allocated: Math.max(lease.allocated, isSamePeriod ? saved.allocated : 0),
    });
  }

  private current(charge: Charge): LocalLease | undefined {
    const lease = this.leases.get(quotaName(charge));
    return lease && performance.now() < lease.endsAt ? lease : undefined;
  }

  private topUp(charge: Charge): void {
    if (this.pending.has(quotaName(charge))) return;
    this.request(charge).leased.catch(this.onFailure);
  }

  /**
   * Leases part of the quota from PostgreSQL. Each quota has at most one such request in flight, shared by all API
   * requests that wait for it.
   */
  private request(charge: Charge): PendingLease {
    const name = quotaName(charge);
    const pending = this.pending.get(name);
    if (pending) return pending;
    const created: PendingLease = {
      waiting: 0,
      leased: tick()
        .then(() => this.lease(charge, created.waiting))
        .finally(() => this.pending.delete(name)),
    };
    this.pending.set(name, created);
    return created;
  }

  private async lease(charge: Charge, waiting: number): Promise<void> {
    const name = quotaName(charge);
    const sentAt = performance.now();
    const missing = waiting + leaseSize(charge.limit) - (this.current(charge)?.left ?? 0);
    // A refund may have made the lease unnecessary.
    if (missing <= 0) return;
    const { amount, allocated, periodStart, periodEnd, now } = await this.postgres.leaseNow(
      charge,
      missing,
    );
    const saved = this.leases.get(name);
    const isSamePeriod = saved?.periodStart === periodStart;
    this.leases.set(name, {
      charge,
      periodStart,
      periodEnd,
      // PostgreSQL read its clock after `sentAt`, so the lease ends no later than the period.
      endsAt: sentAt + (periodEnd - now) * 1000,
      left: amount + (isSamePeriod ? saved.left : 0),
      allocated: isSamePeriod ? Math.max(saved.allocated, allocated) : allocated,
      exhaustedUntil: amount > 0 ? 0 : performance.now() + EXHAUSTED_MS,
    });
  }
}

function stateOf(lease: LocalLease, charge: Charge): Quota {
  const { allocated, left, periodStart, periodEnd, endsAt } = lease;
  const now = Math.floor(periodEnd - (endsAt - performance.now()) / 1000);
  return quotaOf(charge, { used: allocated - left, periodStart, periodEnd, now });
}
