import { ApiError, type Operation, serviceOf } from '@gcd/contracts';
import { AdaptiveLimit, type OperationReply } from '@gcd/service';
import { AccountShares } from './account-shares.js';
import { FairQueue } from './fair-queue.js';
import type { OverloadReason } from './overload-reason.js';
import { SharedLimit } from './shared-limit.js';
import { Surge } from './surge.js';

/** Bounds of a limit on requests in flight. */
interface LimitOptions {
  readonly min: number;
  /** Lower bound of the baseline in milliseconds. A latency of up to twice this value does not lower the limit. */
  readonly acceptableMs: number;
}

/**
 * Bounds for operations whose requests services handle in batches. Smaller batches need more CPU time per request. If
 * the limit fell because of latency under high load, throughput would also fall, and the gateway would reject requests
 * that services could handle.
 */
const BATCHED: LimitOptions = { min: 32, acceptableMs: 50 };
const SINGLE: LimitOptions = { min: 8, acceptableMs: 10 };

/**
 * Classes of operations. The cost of a request, or of each id in a batch, is charged to the account's share of the
 * capacity.
 */
const CLASSES = {
  reference: { cost: 1, ...BATCHED },
  lookup: { cost: 1, ...BATCHED },
  population: { cost: 2, ...BATCHED },
  changes: { cost: 3, ...SINGLE },
  catalogs: { cost: 4, ...SINGLE },
  history: { cost: 4, ...SINGLE },
  search: { cost: 8, ...SINGLE },
  batch: { cost: 0.5, ...SINGLE },
} satisfies Record<string, ClassOptions>;

interface ClassOptions extends LimitOptions {
  readonly cost: number;
}

/** Initial value of each limit on requests in flight. */
const INITIAL_LIMIT = 64;
/** Bounds of the limit for all requests together. */
const SHARED: LimitOptions = { min: 48, acceptableMs: 50 };

type OperationClass = keyof typeof CLASSES;

const MESSAGES: Readonly<Record<OverloadReason, string>> = {
  overload: 'The API is overloaded. Try again later.',
  account: 'Your account has too many requests in flight. Send fewer at once.',
};

export class OverloadError extends ApiError {
  constructor(readonly reason: OverloadReason) {
    super('internal_error', MESSAGES[reason], { status: 503, details: { reason } });
  }
}

/** Whether a reply means that the service rejected the request because of overload. */
export function isBusy({ status, payload }: OperationReply): boolean {
  return status === 503 && Buffer.from(payload).includes('"reason":"overload"');
}

export class Slot {
  private isReleased = false;
  private isMeasuring = false;

  constructor(private readonly queue: FairQueue) {}

  /**
   * Runs work in the slot, reports its latency to the adaptive limit, and releases the slot.
   * @param isBusy returns whether a service rejected the work because of overload
   */
  async measure<Reply>(
    work: () => Promise<Reply>,
    isBusy: (reply: Reply) => boolean,
  ): Promise<Reply> {
    this.isMeasuring = true;
    const began = performance.now();
    let isMeasured = true;
    try {
      const reply = await work();
      if (isBusy(reply)) {
        isMeasured = false;
        this.queue.limit.recordBusy();
      }
      return reply;
    } catch (error) {
      // Measure only responses and timeouts. Requests to an unavailable service fail quickly, so their duration is not
      // the latency of the service.
      isMeasured = error instanceof ApiError && error.status === 504;
      throw error;
    } finally {
      const ms = performance.now() - began;
      if (isMeasured) this.queue.record(ms);
      this.isMeasuring = false;
      this.release();
    }
  }

  /**
   * Releases the slot once the response is ready or the client has disconnected, but never while a service is working
   * on the request.
   */
  release(): void {
    if (this.isReleased || this.isMeasuring) return;
    this.isReleased = true;
    this.queue.release();
  }
}

/**
 * Limits the requests in flight to services, and divides each limit fairly among accounts. Each class of operation of
 * each service has a separate limit, so that a slow service does not occupy the slots of another service.
 */
export class Overload {
  private readonly queues = new Map<string, FairQueue>();
  private readonly byOperation = new Map<string, FairQueue>();
  private readonly shares = new AccountShares();
  private readonly surge = new Surge(performance.now());
  readonly sharedLimit: SharedLimit;

  /** @param max upper bound on each limit */
  constructor(private readonly max: number) {
    this.sharedLimit = new SharedLimit(limitOf(SHARED, max));
  }

  /** Whether requests are waiting for a slot. A request can be rejected immediately only if others are waiting. */
  get isQueueing(): boolean {
    for (const queue of this.queues.values()) if (queue.queued > 0) return true;
    return false;
  }

  /** Rejects a request if its queue is full. @returns the reason for the rejection; null if the queue is not full */
  reject(account: number, operation: Operation | undefined): OverloadReason | null {
    return this.queueOf(operation)?.reject(account) ?? null;
  }

  /**
   * Waits for a slot if necessary.
   * @param size number of ids in a batch
   * @returns undefined for operations that the gateway handles itself
   * @throws OverloadError if the request is rejected
   */
  enter(
    account: number,
    operation: Operation | undefined,
    size: number,
  ): Slot | undefined | Promise<Slot | undefined> {
    const queue = this.queueOf(operation);
    if (!queue) return undefined;
    const slotUnless = (rejection: OverloadReason | null): Slot => {
      if (rejection) throw new OverloadError(rejection);
      return new Slot(queue);
    };
    const outcome = queue.enter(account, size);
    return outcome instanceof Promise ? outcome.then(slotUnless) : slotUnless(outcome);
  }

  /** Returns one value per queue, for metrics. */
  each(read: (queue: FairQueue) => number): Record<string, number> {
    return Object.fromEntries(Array.from(this.queues, ([name, queue]) => [name, read(queue)]));
  }

  private queueOf(operation: Operation | undefined): FairQueue | undefined {
    if (!operation) return undefined;
    const known = this.byOperation.get(operation.subject);
    if (known) return known;
    const service = serviceOf(operation);
    if (service === 'gateway') return undefined;
    const operationClass = classOf(operation);
    const name = `${service} ${operationClass}`;
    const queue = this.queues.get(name) ?? this.newQueue(CLASSES[operationClass]);
    this.queues.set(name, queue);
    this.byOperation.set(operation.subject, queue);
    return queue;
  }

  private newQueue(options: ClassOptions): FairQueue {
    const limit = limitOf(options, this.max);
    return new FairQueue(limit, this.sharedLimit, options.cost, this.shares, this.surge);
  }
}

function limitOf({ min, acceptableMs }: LimitOptions, max: number): AdaptiveLimit {
  return new AdaptiveLimit({
    initial: Math.min(INITIAL_LIMIT, max),
    min: Math.min(min, max),
    max,
    acceptableMs,
  });
}

function classOf(operation: Operation): OperationClass {
  if (operation.cost) return 'batch';
  const service = serviceOf(operation);
  if (service === 'search' || service === 'changes' || service === 'catalogs') return service;
  const name = operation.subject.slice(operation.subject.lastIndexOf('.') + 1);
  // The operation `grades` does not read the database.
  if (name === 'grades') return 'reference';
  if (name.startsWith('set') || name === 'movers') return 'search';
  if (name.includes('history')) return 'history';
  return name.includes('population') ? 'population' : 'lookup';
}
