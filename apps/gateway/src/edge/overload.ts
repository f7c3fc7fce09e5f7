import { ApiError, type Operation } from '@gcd/contracts';
import { AdaptiveLimit, type OperationReply } from '@gcd/service';
import { FairQueue, type OverloadReason, VirtualTime } from './fair-queue.js';

/**
 * Cost of a request by class of operation, counted against its account's share; for a batch, per id. Each
 * class has a limit of its own.
 */
const COSTS = {
  lookup: 1,
  population: 2,
  changes: 3,
  catalogs: 4,
  history: 4,
  search: 8,
  batch: 0.5,
} as const;

type OperationClass = keyof typeof COSTS;

const MESSAGES: Readonly<Record<OverloadReason, string>> = {
  overload: 'The API is overloaded. Try again later.',
  account: 'Your account has too many requests in flight. Send fewer at once.',
};

/** A request was rejected because of overload. */
export class OverloadError extends ApiError {
  constructor(readonly reason: OverloadReason) {
    super('internal_error', MESSAGES[reason], { status: 503, details: { reason } });
  }
}

/** Whether a service rejected a request because of overload. */
export function isBusy({ status, payload }: OperationReply): boolean {
  return status === 503 && Buffer.from(payload).includes('"reason":"overload"');
}

/** The slot of an admitted request within the limit of its class. */
export class Slot {
  private isReleased = false;
  private isMeasuring = false;

  constructor(
    private readonly queue: FairQueue,
    private readonly lagMs: () => number,
  ) {}

  /** Runs the work, reports its latency to the limit, and releases the slot. */
  async measure(work: () => Promise<OperationReply>): Promise<OperationReply> {
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
      // Unavailable services fail quickly, which says nothing about latency.
      isMeasured = error instanceof ApiError && error.status === 504;
      throw error;
    } finally {
      const ms = performance.now() - began;
      // Time that the reply waited for this process' event loop does not count as the service's latency.
      if (isMeasured) this.queue.limit.record(Math.max(0, ms - this.lagMs()), this.queue.inFlight);
      this.isMeasuring = false;
      this.release();
    }
  }

  /**
   * Releases the slot once the response is ready or the client has disconnected, unless a service still works
   * on the request.
   */
  release(): void {
    if (this.isReleased || this.isMeasuring) return;
    this.isReleased = true;
    this.queue.release();
  }
}

/**
 * Limits requests in flight to services by class of operation, and shares each limit fairly among accounts.
 */
export class Overload {
  private readonly queues: Readonly<Record<OperationClass, FairQueue>>;
  private readonly all: readonly FairQueue[];

  /**
   * @param max highest limit of a class
   * @param lagMs event-loop lag
   */
  constructor(
    max: number,
    private readonly lagMs: () => number,
  ) {
    const time = new VirtualTime();
    const queues = Object.entries(COSTS).map(([name, cost]) => {
      const limit = new AdaptiveLimit({ initial: Math.min(64, max), min: Math.min(16, max), max });
      return [name, new FairQueue(limit, cost, time)];
    });
    this.queues = Object.fromEntries(queues);
    this.all = Object.values(this.queues);
  }

  /** Whether requests wait in any class. Requests are rejected immediately only then. */
  get isQueueing(): boolean {
    for (const queue of this.all) if (queue.queued > 0) return true;
    return false;
  }

  /** Why a request would be rejected at once; null if it would not. */
  refusalOf(account: number, operation: Operation | undefined): OverloadReason | null {
    return this.queueOf(operation)?.refusalOf(account) ?? null;
  }

  /**
   * Waits for a slot if necessary.
   * @param size number of ids in a batch
   * @returns undefined for operations that no service handles
   * @throws OverloadError if the request is rejected
   */
  enter(
    account: number,
    operation: Operation | undefined,
    size: number,
  ): Slot | undefined | Promise<Slot | undefined> {
    const queue = this.queueOf(operation);
    if (!queue) return undefined;
    const slotUnless = (refusal: OverloadReason | null): Slot => {
      if (refusal) throw new OverloadError(refusal);
      return new Slot(queue, this.lagMs);
    };
    const outcome = queue.enter(account, size);
    return outcome instanceof Promise ? outcome.then(slotUnless) : slotUnless(outcome);
  }

  /** One value per class, for metrics. */
  each(look: (queue: FairQueue) => number): Record<string, number> {
    return Object.fromEntries(
      Object.entries(this.queues).map(([name, queue]) => [name, look(queue)]),
    );
  }

  private queueOf(operation: Operation | undefined): FairQueue | undefined {
    const name = operation && classOf(operation);
    return name && this.queues[name];
  }
}

function classOf({ subject, cost }: Operation): OperationClass | undefined {
  if (cost) return 'batch';
  const [service = '', , name = ''] = subject.split('.');
  if (service === 'gateway') return undefined;
  if (service === 'search' || service === 'changes' || service === 'catalogs') return service;
  if (name.startsWith('set') || name === 'movers') return 'search';
  if (name.includes('history')) return 'history';
  return name.includes('population') ? 'population' : 'lookup';
}
