import { createHash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { REDIS_ANSWERED } from '@gcd/contracts';
import { createClient } from 'redis';
import type { Charge } from '../plan.js';
import { ADD, ADMIT } from './admission.lua.js';
import { type Quota, quotaOf } from './ledger.js';

/** How long Redis may take for a command before it counts as gone. */
const COMMAND_TIMEOUT_MS = 250;
/** How often it is tried when it has gone, and how long until the next attempt to connect. */
const RETRY_MS = 100;
const OUTCOMES = ['', 'admitted', 'rate_limited', 'quota_exceeded', 'wait'] as const;
const NUMBERS_PER_CALL = 7;
const redisAnswered = channel(REDIS_ANSWERED);

/** Redis did not answer in time, or is not there. What it was asked for may have happened, or happen later. */
export class RedisGoneError extends Error {
  override readonly name = 'RedisGoneError';
}

/** What Redis says about a call. */
export interface RedisAnswer {
  /** `wait`: all that was granted is spent, and a grant has to arrive before it can be told. */
  readonly outcome: 'admitted' | 'rate_limited' | 'quota_exceeded' | 'wait';
  readonly quota: Quota | null;
  /** False when Redis knows nothing of this period: `quota.used` is then not known. */
  readonly isKnown: boolean;
  /** How much the asker should now have granted by PostgreSQL. */
  readonly ask: number;
}

interface WaitingCall {
  readonly account: number;
  readonly rate: number;
  readonly charge: Charge | null;
  readonly cost: number;
  resolve(answer: RedisAnswer): void;
  reject(error: Error): void;
}

/** The log of calls and the quotas in Redis. Calls that arrive in one turn of the event loop share one round trip. */
export class RedisLedger {
  private readonly client: ReturnType<typeof createClient>;
  private readonly admitScript = new Script(ADMIT);
  private readonly addScript = new Script(ADD);
  private batch: WaitingCall[] = [];
  /** Which run of the server answers on this connection; null when none is known to. */
  private server: string | null = null;
  private probing: NodeJS.Timeout | undefined;

  /** @param onChange told when Redis goes, with the reason, and when it is back */
  constructor(
    url: string,
    private readonly onChange: (gone: Error | null) => void,
  ) {
    this.client = createClient({
      url,
      // A command that cannot be sent now is of no use later.
      disableOfflineQueue: true,
      // The gateway's user may only do what admission needs.
      disableClientInfo: true,
      pingInterval: 1000,
      socket: { connectTimeout: 1000, socketTimeout: 3000, reconnectStrategy: RETRY_MS },
    });
    this.client.on('error', (error: Error) => this.lost(error));
    this.client.on('ready', () => void this.probe());
    this.client.connect().catch((error: Error) => this.lost(error));
    this.probing = setTimeout(() => void this.probe(), RETRY_MS);
  }

  /** Whether it is worth asking. */
  get isAvailable(): boolean {
    return this.server !== null && this.client.isReady;
  }

  /**
   * Asks for a call to be admitted.
   * @param rate calls per second; 0: not checked
   * @param charge null: not charged
   * @param cost 0: only look
   * @throws RedisGoneError
   */
  admit(account: number, rate: number, charge: Charge | null, cost = 1): Promise<RedisAnswer> {
    return new Promise((resolve, reject) => {
      this.batch.push({ account, rate, charge, cost, resolve, reject });
      if (this.batch.length === 1) setImmediate(() => void this.sendBatch());
    });
  }

  /** Adds a grant to what may be spent. @param ceiling what PostgreSQL has granted in all */
  async grant(charge: Charge, quota: Quota, amount: number, ceiling: number): Promise<void> {
    await this.add(charge, quota, amount, String(ceiling));
  }

  /** Gives a call back. */
  async refund(charge: Charge, quota: Quota): Promise<void> {
    await this.add(charge, quota, 1, '');
  }

  /** Lets somebody else ask for a grant, after an attempt that failed. */
  async stopAsking(charge: Charge): Promise<void> {
    await this.command(['HDEL', quotaKey(charge), 'asked']);
  }

  /** Closes the connection. */
  close(): void {
    clearTimeout(this.probing);
    this.probing = undefined;
    this.server = null;
    if (this.client.isOpen) this.client.destroy();
  }

  private async sendBatch(): Promise<void> {
    const calls = this.batch;
    this.batch = [];
    const keys: string[] = [];
    const values: string[] = [];
    for (const { account, rate, charge, cost } of calls) {
      keys.push(logKey(account), charge ? quotaKey(charge) : logKey(account));
      values.push(String(rate), charge ? String(charge.limit) : '', charge?.period ?? '');
      values.push(String(cost));
    }
    const began = performance.now();
    try {
      const numbers = (await this.run(this.admitScript, keys, values)) as number[];
      redisAnswered.publish((performance.now() - began) / 1000);
      calls.forEach((call, index) => {
        call.resolve(answerAt(numbers, index * NUMBERS_PER_CALL, call.charge));
      });
    } catch (error) {
      for (const call of calls) call.reject(error as Error);
    }
  }

  private add(charge: Charge, quota: Quota, amount: number, ceiling: string): Promise<unknown> {
    const period = [String(quota.periodStart), String(quota.periodEnd)];
    return this.run(this.addScript, [quotaKey(charge)], [...period, String(amount), ceiling]);
  }

  private async run(script: Script, keys: string[], values: string[]): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...values];
    try {
      return await this.command(['EVALSHA', script.sha, ...rest, this.serverNow()]);
    } catch (error) {
      // After a restart Redis does not know the script.
      if (!isUnknownScript(error)) throw error;
      return await this.command(['EVAL', script.text, ...rest, this.serverNow()]);
    }
  }

  private serverNow(): string {
    if (this.server === null) throw new RedisGoneError('Redis has gone');
    return this.server;
  }

  private async command(words: string[]): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      const late = (): void =>
        reject(new RedisGoneError(`Redis did not answer within ${COMMAND_TIMEOUT_MS} ms`));
      // One turn more: when it was we who stood still, the answer is here and only has to be read.
      timer = setTimeout(() => setImmediate(late), COMMAND_TIMEOUT_MS);
    });
    try {
      return await Promise.race([this.client.sendCommand(words), tooLate]);
    } catch (error) {
      if (isUnknownScript(error)) throw error;
      const gone = error instanceof RedisGoneError ? error : asGone(error);
      this.lost(gone);
      throw gone;
    } finally {
      clearTimeout(timer);
    }
  }

  /** From now on nobody asks, until a probe has been answered. */
  private lost(error: Error): void {
    if (this.server !== null) this.onChange(error);
    this.server = null;
    if (this.probing) return;
    this.probing = setTimeout(() => void this.probe(), RETRY_MS);
  }

  private async probe(): Promise<void> {
    clearTimeout(this.probing);
    const pause = new Promise<string>((resolve) => setTimeout(resolve, COMMAND_TIMEOUT_MS, ''));
    const info = this.client.isReady
      ? await Promise.race([this.client.info('server').catch(() => ''), pause])
      : '';
    if (!this.probing) return;
    const server = /^run_id:(\w+)/m.exec(info)?.[1];
    if (server && this.client.isReady) {
      this.probing = undefined;
      this.server = server;
      this.onChange(null);
    } else this.probing = setTimeout(() => void this.probe(), RETRY_MS);
  }
}

class Script {
  readonly sha: string;

  constructor(readonly text: string) {
    this.sha = createHash('sha1').update(text).digest('hex');
  }
}

// The braces keep all keys of an account on one node of a Redis Cluster.
const logKey = (account: number): string => `gcd:{${account}}:log`;
const quotaKey = (charge: Charge): string => `gcd:{${charge.account}}:quota:${charge.bucket}`;

function answerAt(numbers: readonly number[], at: number, charge: Charge | null): RedisAnswer {
  const [outcome, used, periodStart, periodEnd, now, ceiling, ask] = numbers.slice(
    at,
    at + NUMBERS_PER_CALL,
  ) as [number, number, number, number, number, number, number];
  return {
    outcome: OUTCOMES[outcome] as RedisAnswer['outcome'],
    quota: charge && quotaOf(charge, { used, periodStart, periodEnd, now }),
    isKnown: ceiling > 0,
    ask,
  };
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}

function asGone(cause: unknown): RedisGoneError {
  return new RedisGoneError('Redis could not be asked', { cause });
}
