import type { OnApplicationShutdown } from '@nestjs/common';
import { setImmediate as tick, setTimeout as pause } from 'node:timers/promises';
import { type Charge, quotaName, type Plan } from '../plan.js';
import { LocalQuotaStore } from './local.quota-store.js';
import type { PostgresQuotaStore } from './postgres.quota-store.js';
import { type Admission, LEASE_TIMEOUT_MS, type Quota } from './quota.js';
import { RateLog } from './rate-log.js';
import { RedisQuotaStore } from './redis.quota-store.js';
import type { RedisReply } from './redis.reply.js';
import { RedisServer, RedisUnavailableError } from './redis.server.js';
import { ShownVersionStore } from './shown-version.js';
import { Waiters } from './waiters.js';

const MIN_POLL_MS = 5;
const MAX_POLL_MS = 25;

/** Callbacks that log admission events. */
export interface AdmissionReports {
  /** Called when Redis becomes unavailable. This process then charges requests to its own leases. */
  redisUnavailable(reason: Error): void;
  redisAvailable(): void;
  /** Called when a lease or a refund fails. */
  failed(what: string, reason: unknown): void;
}

/**
 * Admits requests within the rate limit and the quota of their account. Redis charges requests to leases from
 * PostgreSQL. While Redis is unavailable, each gateway charges requests to its own leases.
 */
export class Admissions implements OnApplicationShutdown {
  readonly shownVersion: ShownVersionStore;
  private readonly server: RedisServer;
  private readonly redis: RedisQuotaStore;
  private readonly local: LocalQuotaStore;
  private readonly localRate = new RateLog();
  private isHandingOver = false;
  private readonly waiting = new Waiters();

  /** @param gateways returns the number of gateways that share an account's rate limit while Redis is unavailable */
  constructor(
    redisUrl: string,
    private readonly postgres: PostgresQuotaStore,
    private readonly gateways: () => number,
    private readonly reports: AdmissionReports,
  ) {
    this.server = new RedisServer(redisUrl, (reason) =>
      reason ? reports.redisUnavailable(reason) : reports.redisAvailable(),
    );
    this.redis = new RedisQuotaStore(this.server);
    this.shownVersion = new ShownVersionStore(this.server);
    this.local = new LocalQuotaStore(postgres, (reason) => reports.failed('no lease', reason));
  }

  /** Whether Redis charges requests. If not, this process charges them to its own leases. */
  get countsInRedis(): boolean {
    return this.server.isAvailable;
  }

  /**
   * Checks the rate limit of a request, and then its quota.
   * @param charge null to check only the rate limit
   * @throws Error if neither Redis nor PostgreSQL is available
   */
  async admit(account: number, rate: number, charge: Charge | null): Promise<Admission> {
    if (this.server.isAvailable) {
      if (!this.local.isEmpty) void this.handOver();
      try {
        return await this.admitByRedis(account, rate, charge);
      } catch (error) {
        if (!(error instanceof RedisUnavailableError)) throw error;
      }
    }
    return this.admitLocally(account, rate, charge);
  }

  /** Refunds a failed request. Errors are reported but not thrown, because the response must be sent either way. */
  async refund(charge: Charge, quota: Quota): Promise<void> {
    try {
      // Do not retry a failed refund. Redis may have run the command, and a second refund could put the account over
      // its limit.
      if (this.server.isAvailable) await this.redis.refund(charge, quota);
      else if (!this.local.refund(charge, quota.periodStart)) {
        await this.postgres.refund(charge, quota.periodStart);
      }
    } catch (error) {
      this.reports.failed('a request could not be refunded', error);
    }
  }

  /** Returns the quotas of an account without charging anything. */
  usage(account: number, plan: Plan): Promise<Quota[]> {
    const { limits, period } = plan;
    return Promise.all(
      Array.from(limits, ([bucket, limit]) =>
        this.readQuota({ account, bucket, limit, period, cost: 0 }),
      ),
    );
  }

  onApplicationShutdown(): void {
    this.server.close();
  }

  private async admitByRedis(
    account: number,
    rate: number,
    charge: Charge | null,
  ): Promise<Admission> {
    let reply = await this.redis.admit(account, rate, charge);
    if (reply.outcome === 'wait' && charge) reply = await this.admitAfterLease(charge, reply);
    const { outcome, quota, topUp, retryAfterMs, shown } = reply;
    if (outcome === 'wait') throw new Error('timed out waiting for a quota lease');
    if (charge && topUp > 0) {
      this.lease(charge, reply).catch((error) =>
        this.reports.failed('a quota lease could not be renewed', error),
      );
    }
    return { outcome, quota, retryAfterMs, shown };
  }

  /**
   * Waits until enough quota has been leased to admit or reject the request. If Redis's reply says that a refill is
   * due, this process leases part of the quota from PostgreSQL.
   */
  private async admitAfterLease(charge: Charge, first: RedisReply): Promise<RedisReply> {
    const deadline = performance.now() + LEASE_TIMEOUT_MS;
    const name = quotaName(charge);
    let reply = first;
    let pauseMs = MIN_POLL_MS;
    while (reply.outcome === 'wait' && performance.now() < deadline) {
      const group = this.waiting.join(name, charge.cost);
      if (reply.topUp > 0) await this.lease(charge, reply);
      else if (!(await Promise.race([group.woken, pause(pauseMs, false)]))) {
        // Check again, because another gateway may have added a lease.
        this.waiting.leave(name, group, charge.cost);
        pauseMs = Math.min(pauseMs * 2, MAX_POLL_MS);
      }
      reply = await this.redis.admit(charge.account, 0, charge);
    }
    return reply;
  }

  /**
   * Leases enough quota from PostgreSQL to refill Redis's reserve and to serve this process's waiting requests, and
   * adds the lease to Redis.
   * @param reply Redis's reply to the request that needs the lease
   * @returns a promise that resolves when the lease has been sent to Redis. Redis receives the lease before any later
   * command from this process
   */
  private async lease(charge: Charge, { quota, allocated, topUp }: RedisReply): Promise<void> {
    if (!quota) return;
    // Wait one event-loop tick, so that more requests can share the lease.
    await tick();
    const group = this.waiting.take(quotaName(charge));
    const amount = topUp + group.cost;
    try {
      const lease = await this.postgres.lease(charge, quota.periodStart, amount, allocated);
      // Do not wait for Redis's reply. The waiting requests can then be sent right after the lease, before another
      // gateway uses it.
      this.redis
        .addLease(charge, quota, lease)
        .catch((error) => this.returnLease(error, charge, quota, lease.amount))
        .catch((error) => this.reports.failed('a quota lease could not be added to Redis', error));
    } catch (error) {
      if (this.server.isAvailable) void this.redis.endTopUp(charge).catch(() => undefined);
      throw error;
    } finally {
      group.wake();
    }
  }

  /** Returns a lease to PostgreSQL if Redis has rejected it. @throws Error if Redis may have accepted the lease */
  private async returnLease(
    error: Error,
    charge: Charge,
    { periodStart }: Quota,
    amount: number,
  ): Promise<void> {
    if (!isRejected(error)) throw error;
    await this.postgres.refund({ ...charge, cost: amount }, periodStart);
  }

  private async admitLocally(
    account: number,
    rate: number,
    charge: Charge | null,
  ): Promise<Admission> {
    const share = Math.max(1, Math.floor(rate / this.gateways()));
    const retryAfterMs = this.localRate.take(account, share);
    const admission = { quota: null, retryAfterMs, shown: null };
    if (retryAfterMs > 0) return { ...admission, outcome: 'rate_limited' };
    if (!charge) return { ...admission, outcome: 'admitted' };
    const { isAdmitted, quota } = await this.local.charge(charge);
    return { ...admission, outcome: isAdmitted ? 'admitted' : 'quota_exceeded', quota };
  }

  /**
   * Transfers the unused parts of this process's leases to Redis. If Redis rejects a lease, this process keeps it. If
   * Redis does not reply, the lease counts as used.
   */
  private async handOver(): Promise<void> {
    if (this.isHandingOver) return;
    this.isHandingOver = true;
    try {
      for (const lease of this.local.takeAll()) {
        const { charge, left: amount, allocated } = lease;
        if (amount === 0) continue;
        await this.redis.addLease(charge, lease, { amount, allocated }).catch((error) => {
          if (isRejected(error)) this.local.putBack(lease);
          throw error;
        });
      }
    } catch (error) {
      this.reports.failed('a quota lease could not be transferred to Redis', error);
    } finally {
      this.isHandingOver = false;
    }
  }

  private async readQuota(charge: Charge): Promise<Quota> {
    if (this.server.isAvailable) {
      try {
        const { quota, allocated } = await this.redis.admit(charge.account, 0, charge);
        if (quota && allocated > 0) return quota;
        if (quota) {
          const used = await this.postgres.allocated(charge, quota.periodStart);
          return { ...quota, used: Math.min(used, quota.limit) };
        }
      } catch (error) {
        if (!(error instanceof RedisUnavailableError)) throw error;
      }
    }
    const quota = await this.postgres.read(charge);
    return { ...quota, used: quota.used - this.local.left(charge, quota.periodStart) };
  }
}

/** Whether Redis has certainly not run a command. */
function isRejected(error: unknown): boolean {
  return error instanceof RedisUnavailableError && !error.mayHaveRun;
}
