import { overloaded } from '@gcd/contracts';
import type { OperationContext } from '@gcd/traces/operation-context';
import { AdaptiveLimit } from './adaptive-limit.js';

/**
 * Initial and minimum value of the limit on operations in flight. Both values are high: batching lets a service absorb
 * bursts larger than its concurrency, and the database queues shed excess load.
 */
const LIMIT = { initial: 256, min: 256 };

export interface OperationWork extends OperationContext {
  end(): void;
}

/** Limits the operations in flight in a service. Operations that only wait for a deliberate delay do not count. */
export class OperationLimit {
  private readonly limit = new AdaptiveLimit(LIMIT);
  private active = 0;

  get current(): number {
    return this.limit.limit;
  }

  recordBusy(): void {
    this.limit.recordBusy();
  }

  /**
   * Starts an operation.
   * @param deadline `performance.now()` timestamp at which the client stops waiting
   * @param dataVersion lower bound on the data version of the operation's reads
   * @param requiredVersion minimum data version that the reads must reflect; undefined if unknown
   * @throws ApiError if the limit is reached
   */
  begin(deadline: number, dataVersion: number, requiredVersion: number | undefined): OperationWork {
    if (this.active >= this.limit.limit) throw overloaded();
    this.active += 1;
    let since = performance.now();
    let ms = 0;
    return {
      deadline,
      dataVersion,
      requiredVersion,
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
