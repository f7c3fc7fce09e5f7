import type { AdaptiveLimit } from '@gcd/service';

/**
 * Why a request is rejected: too many requests, or too many of its account while other accounts get what they
 * request.
 */
export type OverloadReason = 'overload' | 'account';

/**
 * A queue is overloaded after it has always had a waiting request for this long. Before, it absorbs a burst,
 * or requests that wait while those to a stalled instance are retried, which takes a second.
 */
const OVERLOADED_AFTER_MS = 1500;
/** Longest wait in a burst, and during overload. */
const MAX_WAIT_MS = 2000;
const TARGET_WAIT_MS = 100;
const SWEEP_MS = 10;
/**
 * A sweep that runs later than this is skipped: the process itself was suspended, and may have replies to
 * read.
 */
const LATE_SWEEP_MS = 50;
/**
 * Maximum queue length as a multiple of the limit: enough for a client's burst of some hundreds of requests.
 */
const MAX_WAITING = 16;
/** An account counts as active for one to two of these intervals. */
const ACTIVE_MS = 1000;
const MAX_ACCOUNTS = 10_000;

/**
 * Virtual time of start-time fair queueing: how much work each account has received, across all queues that
 * share it.
 */
export class VirtualTime {
  private now = 0;
  private readonly finishes = new Map<number, number>();

  /** Start tag of an account's next request. The account with the lowest one is next. */
  startOf(account: number): number {
    return Math.max(this.now, this.finishes.get(account) ?? 0);
  }

  /** Counts work that an account receives. */
  charge(account: number, cost: number): void {
    const start = this.startOf(account);
    this.now = start;
    this.finishes.set(account, start + cost);
    if (this.finishes.size > MAX_ACCOUNTS) this.prune();
  }

  private prune(): void {
    for (const [account, finish] of this.finishes) {
      if (finish <= this.now) this.finishes.delete(account);
    }
  }
}

interface WaitingRequest {
  readonly since: number;
  readonly size: number;
  /** @param reason null if the request is admitted */
  readonly settle: (reason: OverloadReason | null) => void;
}

/** Waiting requests of one account, oldest first. */
interface Flow {
  readonly account: number;
  /** Since when the flow has never been empty. */
  readonly since: number;
  readonly waiting: WaitingRequest[];
}

/**
 * Admits requests up to a limit. Above it, each account has its own queue. Accounts take turns by start-time
 * fair queueing, so that unused shares are lent to others. Queues shed by age, based on CoDel: in a queue
 * that does not empty, requests are rejected after {@link TARGET_WAIT_MS}, and the newest is served first.
 */
export class FairQueue {
  private readonly flows = new Map<number, Flow>();
  private waiting = 0;
  private admitted = 0;
  private sweeper: NodeJS.Timeout | undefined;
  private sweptAt = 0;
  private active = new Set<number>();
  private activeBefore = new Set<number>();
  private activeSince = 0;

  /**
   * @param cost of a request of size 1, in units of `time`
   * @param now a monotonic clock, in milliseconds
   */
  constructor(
    readonly limit: AdaptiveLimit,
    private readonly cost: number,
    private readonly time: VirtualTime,
    private readonly now = (): number => performance.now(),
  ) {}

  /** Requests admitted and not yet released. */
  get inFlight(): number {
    return this.admitted;
  }

  /** Waiting requests. */
  get queued(): number {
    return this.waiting;
  }

  /** Why a request of an account would be rejected at once; null if it would not. */
  refusalOf(account: number): OverloadReason | null {
    if (this.waiting === 0) return null;
    // Each account can have as many places as are then still free for others.
    const own = this.flows.get(account)?.waiting.length ?? 0;
    return own >= MAX_WAITING * this.limit.limit - this.waiting ? this.reason() : null;
  }

  /**
   * Admits a request, at once or in its turn. Call `release` once after it.
   * @param size multiplies the cost
   * @returns why it is rejected; null if it is admitted
   */
  enter(account: number, size = 1): OverloadReason | null | Promise<OverloadReason | null> {
    this.seen(account);
    if (this.waiting === 0 && this.admitted < this.limit.limit) {
      this.admit(account, size);
      return null;
    }
    const refusal = this.refusalOf(account);
    if (refusal) return refusal;
    return new Promise((settle) => {
      const since = this.now();
      const flow = this.flows.get(account) ?? { account, since, waiting: [] };
      this.flows.set(account, flow);
      flow.waiting.push({ since, size, settle });
      this.waiting += 1;
      if (this.sweeper) return;
      this.sweptAt = since;
      this.sweeper = setInterval(() => this.shed(), SWEEP_MS).unref();
    });
  }

  /** Ends an admitted request. */
  release(): void {
    this.admitted -= 1;
    while (this.waiting > 0 && this.admitted < this.limit.limit) this.admitNext();
  }

  /** Rejects requests that have waited too long. */
  shed(): void {
    const now = this.now();
    const isLate = now - this.sweptAt > LATE_SWEEP_MS;
    this.sweptAt = now;
    if (isLate) return;
    const reason = this.reason();
    for (const flow of this.flows.values()) {
      const maxWait = isOverloadedAt(flow, now) ? TARGET_WAIT_MS : MAX_WAIT_MS;
      const firstInTime = flow.waiting.findIndex(({ since }) => now - since < maxWait);
      const rejected = flow.waiting.splice(0, firstInTime < 0 ? flow.waiting.length : firstInTime);
      this.remove(flow, rejected.length);
      for (const { settle } of rejected) settle(reason);
    }
  }

  private admit(account: number, size: number): void {
    this.admitted += 1;
    this.time.charge(account, this.cost * size);
  }

  private admitNext(): void {
    let next: Flow | undefined;
    let lowest = Number.POSITIVE_INFINITY;
    for (const flow of this.flows.values()) {
      const start = this.time.startOf(flow.account);
      if (start >= lowest) continue;
      next = flow;
      lowest = start;
    }
    if (!next) return;
    const isOverloaded = isOverloadedAt(next, this.now());
    const request = isOverloaded ? next.waiting.pop() : next.waiting.shift();
    // Moves the account behind its equals: requests of other classes may advance the time past all that wait
    // here.
    this.flows.delete(next.account);
    this.flows.set(next.account, next);
    this.remove(next, 1);
    if (!request) return;
    this.admit(next.account, request.size);
    request.settle(null);
  }

  private remove(flow: Flow, count: number): void {
    this.waiting -= count;
    if (flow.waiting.length === 0) this.flows.delete(flow.account);
    if (this.waiting > 0) return;
    clearInterval(this.sweeper);
    this.sweeper = undefined;
  }

  /** If some active accounts have no waiting request, those that do are using more than their share. */
  private reason(): OverloadReason {
    const active = Math.max(this.active.size, this.activeBefore.size);
    return active > this.flows.size ? 'account' : 'overload';
  }

  private seen(account: number): void {
    this.active.add(account);
    const now = this.now();
    if (now - this.activeSince < ACTIVE_MS && this.active.size < MAX_ACCOUNTS) return;
    this.activeBefore = this.active;
    this.active = new Set();
    this.activeSince = now;
  }
}

function isOverloadedAt({ since, waiting }: Flow, now: number): boolean {
  return waiting.length > 1 && now - since > OVERLOADED_AFTER_MS;
}
