import { ApiError, type Operation } from '@gcd/contracts';
import { AdaptiveLimit, type OperationReply } from '@gcd/service';
import { FairQueue, type OverloadReason, VirtualTime } from './fair-queue.js';

/** What a request costs its account's share, by class of operation; a batch, for each id. */
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

/** A request that is refused because there are too many. */
export class OverloadError extends ApiError {
  constructor(readonly reason: OverloadReason) {
    super('internal_error', MESSAGES[reason], { status: 503, details: { reason } });
  }
}

/** Whether a service has refused a request because it is overloaded. */
export function isBusy({ status, payload }: OperationReply): boolean {
  return status === 503 && Buffer.from(payload).includes('"reason":"overload"');
}

/** An admitted request's place within a limit. */
export class Slot {
  private isReleased = false;
  private isMeasuring = false;

  constructor(
    private readonly queue: FairQueue,
    private readonly lagMs: () => number,
  ) {}

  /** Does the work that the slot is for, tells the limit how it went, and releases the slot. */
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
      // What is unavailable fails quickly, which says nothing about latency.
      isMeasured = error instanceof ApiError && error.status === 504;
      throw error;
    } finally {
      const ms = performance.now() - began;
      // The time for which this process itself did not look at the reply is not the service's.
      if (isMeasured) this.queue.limit.record(Math.max(0, ms - this.lagMs()), this.queue.inFlight);
      this.isMeasuring = false;
      this.release();
    }
  }

  /** Releases the slot of a request whose response is ready or whose client has gone, unless a service still works on it. */
  release(): void {
    if (this.isReleased || this.isMeasuring) return;
    this.isReleased = true;
    this.queue.release();
  }
}

/**
 * Limits the requests in flight to services, and shares each limit fairly among accounts. Each class of operations of each service
 * has a limit of its own, so that a slow one does not take slots from the others.
 */
export class Overload {
  private readonly queues = new Map<string, FairQueue>();
  private readonly byOperation = new Map<string, FairQueue>();
  private readonly time = new VirtualTime();

  /**
   * @param max the highest that a limit becomes
   * @param lagMs how long the event loop makes replies wait
   */
  constructor(
    private readonly max: number,
    private readonly lagMs: () => number,
  ) {}

  /** Whether requests wait for a slot: only then are any refused at once. */
  get isQueueing(): boolean {
    for (const queue of this.queues.values()) if (queue.queued > 0) return true;
    return false;
  }

  /** Why a request would be refused at once; null: it would not. */
  refusalOf(account: number, operation: Operation | undefined): OverloadReason | null {
    return this.queueOf(operation)?.refusalOf(account) ?? null;
  }

  /**
   * Waits for a slot, if necessary.
   * @param size how many ids a batch has
   * @returns undefined for operations that no service handles
   * @throws OverloadError when the request is refused
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

  /** A number of each limit, for metrics. */
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
