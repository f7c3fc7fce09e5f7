import { ApiError, type Operation } from '@gcd/contracts';
import { AdaptiveLimit, type OperationReply } from '@gcd/service';
import { FairQueue, type OverloadReason, VirtualTime } from './fair-queue.js';

/** What a request costs its account's share, by class of operation; a batch, for each id. Each class has a limit of its own. */
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

/** An admitted request's place within the limit of its class. */
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

/** Limits the requests in flight to services, by class of operation, and shares each limit fairly among accounts. */
export class Overload {
  private readonly queues: Readonly<Record<OperationClass, FairQueue>>;
  private readonly all: readonly FairQueue[];

  /**
   * @param max highest limit of a class
   * @param lagMs how long the event loop makes replies wait
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

  /** Whether requests wait for a slot of some class: only then are any refused at once. */
  get isQueueing(): boolean {
    for (const queue of this.all) if (queue.queued > 0) return true;
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

  /** A number of each class, for metrics. */
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
