import { registry } from '@gcd/process';
import { Histogram } from 'prom-client';
import type { Charge } from '../plan.js';
import { ADD, ADMIT } from './admission.lua.js';
import { type Lease, leaseSize, type Quota } from './quota.js';
import { type RedisBatchReply, type RedisReply, replyAt } from './redis.reply.js';
import { type RedisServer, Script } from './redis.server.js';
import { SHOWN_KEY } from './shown-version.js';

const ADMIT_SCRIPT = new Script(ADMIT);
const ADD_SCRIPT = new Script(ADD);
const redisSeconds = new Histogram({
  name: 'gcd_redis_command_duration_seconds',
  help: 'Time that Redis took to admit the requests of one event-loop tick.',
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25],
  registers: [registry],
});

type Period = Pick<Quota, 'periodStart' | 'periodEnd'>;

interface PendingRequest {
  readonly account: number;
  readonly rate: number;
  readonly charge: Charge | null;
  resolve(reply: RedisReply): void;
  reject(error: Error): void;
}

/** Stores rates and quotas in Redis. All requests in an event-loop tick share one round trip. */
export class RedisQuotaStore {
  private batch: PendingRequest[] = [];

  constructor(private readonly server: RedisServer) {}

  /**
   * Admits a request.
   * @param rate requests per second; 0 to skip the rate limit
   * @param charge the quota to charge; null to charge nothing
   * @throws RedisUnavailableError
   */
  admit(account: number, rate: number, charge: Charge | null): Promise<RedisReply> {
    return new Promise((resolve, reject) => {
      this.batch.push({ account, rate, charge, resolve, reject });
      if (this.batch.length === 1) setImmediate(() => void this.sendBatch());
    });
  }

  async addLease(charge: Charge, quota: Period, { amount, allocated }: Lease): Promise<void> {
    await this.add(charge, quota, amount, String(allocated));
  }

  async refund(charge: Charge, quota: Quota): Promise<void> {
    await this.add(charge, quota, charge.cost, '');
  }

  /** Allows other requests to refill the reserve after a refill has failed. */
  async endTopUp(charge: Charge): Promise<void> {
    await this.server.command(['HDEL', quotaKey(charge), 'topping_up']);
  }

  private async sendBatch(): Promise<void> {
    const requests = this.batch;
    this.batch = [];
    const keys: string[] = [];
    const values: string[] = [];
    for (const { account, rate, charge } of requests) {
      keys.push(logKey(account), charge ? quotaKey(charge) : logKey(account));
      values.push(String(rate), charge ? String(charge.limit) : '', charge?.period ?? '');
      values.push(String(charge?.cost ?? 0), charge ? String(leaseSize(charge.limit)) : '');
    }
    keys.push(SHOWN_KEY);
    const began = performance.now();
    try {
      const reply = (await this.server.run(ADMIT_SCRIPT, keys, values)) as RedisBatchReply;
      redisSeconds.observe((performance.now() - began) / 1000);
      requests.forEach((request, index) => {
        request.resolve(replyAt(reply, index, request.charge));
      });
    } catch (error) {
      for (const request of requests) request.reject(error as Error);
    }
  }

  private add(charge: Charge, quota: Period, amount: number, allocated: string): Promise<unknown> {
    const period = [String(quota.periodStart), String(quota.periodEnd)];
    const values = [...period, String(amount), allocated];
    return this.server.run(ADD_SCRIPT, [quotaKey(charge)], values);
  }
}

const logKey = (account: number): string => `gcd:{${account}}:log`;
const quotaKey = (charge: Charge): string => `gcd:{${charge.account}}:lease:${charge.bucket}`;
