import { overloaded } from '@gcd/contracts';
import type { OperationContext } from '@gcd/traces/operation-context';
import { AdaptiveLimit } from './adaptive-limit.js';

/**
 * Batches make a service absorb bursts that are much larger than what it works on at a time, so it starts high. The queues for the
 * database shed what is too much for that.
 */
const LIMIT = { initial: 256, min: 256 };

/** An operation in flight. */
export interface OperationWork extends OperationContext {
  end(): void;
}

/** Limits the operations that a service has in flight, without those that are idle. */
export class OperationLimit {
  private readonly limit = new AdaptiveLimit(LIMIT);
  private active = 0;

  /** How many may be in flight. */
  get current(): number {
    return this.limit.limit;
  }

  /** What is in flight is busy for longer than it should be. */
  recordBusy(): void {
    this.limit.recordBusy();
  }

  /**
   * Begins an operation.
   * @param deadline by `performance.now()`
   * @param dataVersion that what it reads has at least
   * @throws ApiError when as many are in flight as may be
   */
  begin(deadline: number, dataVersion: number): OperationWork {
    if (this.active >= this.limit.limit) throw overloaded();
    this.active += 1;
    let since = performance.now();
    let ms = 0;
    return {
      deadline,
      dataVersion,
      idle: (isIdle) => {
        const now = performance.now();
        if (isIdle) ms += now - since;
        else since = now;
        this.active += isIdle ? -1 : 1;
      },
      end: () => {
        this.limit.record(ms + performance.now() - since, this.active);
        this.active -= 1;
      },
    };
  }
}
