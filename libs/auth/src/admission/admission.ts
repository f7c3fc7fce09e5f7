import { setTimeout as pause } from 'node:timers/promises';
import type { Charge, Plan } from '../plan.js';
import type { Admission, Quota } from './ledger.js';
import { PostgresLedger } from './postgres.ledger.js';
import { RateLog } from './rate-log.js';
import { type RedisAnswer, RedisGoneError, RedisLedger } from './redis.ledger.js';

/** How long a call waits for a grant that is under way. */
const PATIENCE_MS = 2000;
const POLL_MS = 5;

/** What admission reports about itself. */
export interface AdmissionReports {
  /** Redis has gone: calls are counted by PostgreSQL. */
  redisGone(reason: Error): void;
  redisBack(): void;
  /** PostgreSQL did not grant, or a call could not be given back. */
  failed(what: string, reason: unknown): void;
}

/**
 * Admits calls by rate and quota. Redis counts, within what PostgreSQL has granted; without Redis PostgreSQL counts each call.
 */
export class Admissions {
  private readonly redis: RedisLedger;
  private readonly localRate = new RateLog(1000);

  /** @param replicas of the gateway, among which a rate is shared out when Redis is gone */
  constructor(
    redisUrl: string,
    private readonly postgres: PostgresLedger,
    private readonly replicas: number,
    private readonly reports: AdmissionReports,
  ) {
    this.redis = new RedisLedger(redisUrl, (gone) =>
      gone ? reports.redisGone(gone) : reports.redisBack(),
    );
  }

  /** False while PostgreSQL counts each call. */
  get countsInRedis(): boolean {
    return this.redis.isAvailable;
  }

  /**
   * Asks for a call to be admitted, first by the rate, then by the quota.
   * @param charge null: only the rate is checked
   * @throws when neither Redis nor PostgreSQL can tell
   */
  async admit(account: number, rate: number, charge: Charge | null): Promise<Admission> {
    if (this.redis.isAvailable) {
      try {
        return await this.admitByRedis(account, rate, charge);
      } catch (error) {
        if (!(error instanceof RedisGoneError)) throw error;
      }
    }
    return this.admitByPostgres(account, rate, charge);
  }

  /** Gives back what a call was charged, because it was not served. Never fails: the caller has an answer to write. */
  async refund(charge: Charge, quota: Quota): Promise<void> {
    try {
      // Once Redis has been asked, it may have done it: giving back twice would let too many pass.
      if (this.redis.isAvailable) await this.redis.refund(charge, quota);
      else await this.postgres.refund(charge, quota.periodStart);
    } catch (error) {
      this.reports.failed('a call could not be given back', error);
    }
  }

  /** The quotas of an account, charging nothing. */
  usage(account: number, plan: Plan): Promise<Quota[]> {
    const charges = [...plan.limits].map(([bucket, limit]) => ({
      account,
      bucket,
      limit,
      period: plan.period,
    }));
    return Promise.all(charges.map((charge) => this.look(charge)));
  }

  /** Called by the framework when the process stops. */
  onApplicationShutdown(): void {
    this.redis.close();
  }

  private async admitByRedis(
    account: number,
    rate: number,
    charge: Charge | null,
  ): Promise<Admission> {
    const deadline = performance.now() + PATIENCE_MS;
    for (let checked = rate; ; checked = 0) {
      const answer = await this.redis.admit(account, checked, charge);
      const granted = charge && answer.ask > 0 && this.obtain(charge, answer);
      if (answer.outcome !== 'wait') {
        if (granted) granted.catch((error) => this.reports.failed('no grant', error));
        return { outcome: answer.outcome, quota: answer.quota };
      }
      if (performance.now() > deadline) {
        // Nobody waits for it any more, and its failure must not end the process.
        if (granted) granted.catch((error) => this.reports.failed('no grant', error));
        throw new Error('no grant arrived in time');
      }
      await (granted || pause(POLL_MS));
    }
  }

  /** Has PostgreSQL grant what Redis asks for. */
  private async obtain(charge: Charge, { quota, ask }: RedisAnswer): Promise<void> {
    if (!quota) return;
    try {
      const { amount, ceiling } = await this.postgres.grant(charge, quota.periodStart, ask);
      await this.redis.grant(charge, quota, amount, ceiling);
    } catch (error) {
      if (!(error instanceof RedisGoneError)) void this.redis.stopAsking(charge).catch(() => {});
      throw error;
    }
  }

  private async admitByPostgres(
    account: number,
    rate: number,
    charge: Charge | null,
  ): Promise<Admission> {
    const share = Math.max(1, Math.floor(rate / this.replicas));
    if (!this.localRate.take(account, share)) return { outcome: 'rate_limited', quota: null };
    if (!charge) return { outcome: 'admitted', quota: null };
    const { isAdmitted, quota } = await this.postgres.charge(charge);
    return { outcome: isAdmitted ? 'admitted' : 'quota_exceeded', quota };
  }

  private async look(charge: Charge): Promise<Quota> {
    if (this.redis.isAvailable) {
      try {
        const { quota, isKnown } = await this.redis.admit(charge.account, 0, charge, 0);
        if (quota && isKnown) return quota;
        if (quota) {
          const ceiling = await this.postgres.ceiling(charge, quota.periodStart);
          return { ...quota, used: Math.min(ceiling, quota.limit) };
        }
      } catch (error) {
        if (!(error instanceof RedisGoneError)) throw error;
      }
    }
    return this.postgres.look(charge);
  }
}
