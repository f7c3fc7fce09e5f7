import { ApiError, type Operation } from '@gcd/contracts';
import { AdaptiveLimit, type OperationReply } from '@gcd/service';
import { FairQueue, type OverloadReason, VirtualTime } from './fair-queue.js';

/** Cost of a request by class of operation, counted against its account's share; for a batch, per id. */
const COSTS = {
  reference: 1,
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

/** The slot of an admitted request within a limit. */
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
 * Limits requests in flight to services, and shares each limit fairly among accounts. Each class of operation
 * of each service has its own limit, so that a slow service takes no slots from the others.
 */
export class Overload {
  private readonly queues = new Map<string, FairQueue>();
  private readonly byOperation = new Map<string, FairQueue>();
  private readonly time = new VirtualTime();

  /**
   * @param max upper bound of each limit
   * @param lagMs event-loop lag
   */
  constructor(
    private readonly max: number,
    private readonly lagMs: () => number,
  ) {}

  /** Whether requests wait for a slot. Requests are rejected immediately only then. */
  get isQueueing(): boolean {
    for (const queue of this.queues.values()) if (queue.queued > 0) return true;
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

  /** One value per limit, for metrics. */
  each(look: (queue: FairQueue) => number): Record<string, number> {
    return Object.fromEntries(Array.from(this.queues, ([name, queue]) => [name, look(queue)]));
  }

  private queueOf(operation: Operation | undefined): FairQueue | undefined {
    if (!operation) return undefined;
    const known = this.byOperation.get(operation.subject);
    if (known) return known;
    const { subject } = operation;
    const service = subject.slice(0, subject.indexOf('.'));
    if (service === 'gateway') return undefined;
    const operationClass = classOf(operation);
    const name = `${service} ${operationClass}`;
    const queue = this.queues.get(name) ?? this.newQueue(COSTS[operationClass]);
    this.queues.set(name, queue);
    this.byOperation.set(subject, queue);
    return queue;
  }

  private newQueue(cost: number): FairQueue {
    const { max } = this;
    const limit = new AdaptiveLimit({ initial: Math.min(64, max), min: Math.min(16, max), max });
    return new FairQueue(limit, cost, this.time);
  }
}

function classOf({ subject, cost }: Operation): OperationClass {
  if (cost) return 'batch';
  const [service = '', , name = ''] = subject.split('.');
  if (service === 'search' || service === 'changes' || service === 'catalogs') return service;
  // It reads no database.
  if (name === 'grades') return 'reference';
  if (name.startsWith('set') || name === 'movers') return 'search';
  if (name.includes('history')) return 'history';
  return name.includes('population') ? 'population' : 'lookup';
}
