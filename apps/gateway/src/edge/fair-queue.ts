import type { AdaptiveLimit } from '@gcd/service';

/** Why a request is refused: there are too many requests, or too many of its account while others get what they ask for. */
export type OverloadReason = 'overload' | 'account';

/**
 * A queue in which, for so long, there has always been a request behind another is overloaded. Until then it holds a burst, or what
 * waits while the requests to a stalled instance go to another, which takes a second.
 */
const OVERLOADED_AFTER_MS = 1500;
/** Longest wait in a burst, and in an overload. */
const MAX_WAIT_MS = 2000;
const TARGET_WAIT_MS = 100;
const SWEEP_MS = 10;
/** A sweep that is later than this does nothing: the process itself stood still, and may have replies to read. */
const LATE_SWEEP_MS = 50;
/** Requests that may wait, in multiples of the limit: a client's burst of some hundreds is served. */
const MAX_WAITING = 16;
/** An account counts as active for one to two of these. */
const ACTIVE_MS = 1000;
const MAX_ACCOUNTS = 10_000;

/** Virtual time of start-time fair queueing: how much work each account was given, across all queues that share it. */
export class VirtualTime {
  private now = 0;
  private readonly finishes = new Map<number, number>();

  /** When the next request of an account starts: the account with the lowest is next. */
  startOf(account: number): number {
    return Math.max(this.now, this.finishes.get(account) ?? 0);
  }

  /** Counts work that is given to an account. */
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

interface Waiting {
  readonly since: number;
  readonly size: number;
  /** @param reason null: the request is admitted */
  readonly settle: (reason: OverloadReason | null) => void;
}

/** The requests of one account that wait, the oldest first. */
interface Flow {
  readonly account: number;
  /** Since when there have always been some. */
  readonly since: number;
  readonly waiting: Waiting[];
}

/**
 * Admits requests up to a limit. Beyond it, each account has a queue of its own; accounts take turns by start-time fair
 * queueing, so that a share that one does not use is lent to the others. Queues shed by age, after CoDel: what waits in a queue
 * that does not empty is refused after {@link TARGET_WAIT_MS}, and the newest request is served first.
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
   * @param cost of a request of size 1, in the unit of `time`
   * @param now a monotonic clock, in milliseconds
   */
  constructor(
    readonly limit: AdaptiveLimit,
    private readonly cost: number,
    private readonly time: VirtualTime,
    private readonly now = (): number => performance.now(),
  ) {}

  /** Requests that are admitted and not yet released. */
  get inFlight(): number {
    return this.admitted;
  }

  /** Requests that wait. */
  get queued(): number {
    return this.waiting;
  }

  /** Why a request of an account would be refused at once; null: it would not. */
  refusalOf(account: number): OverloadReason | null {
    if (this.waiting === 0) return null;
    // Each account can have as many places as are then left for others.
    const own = this.flows.get(account)?.waiting.length ?? 0;
    return own >= MAX_WAITING * this.limit.limit - this.waiting ? this.reason() : null;
  }

  /**
   * Admits a request, at once or in its turn; then `release` is to be called once.
   * @param size multiplies the cost
   * @returns why it is refused; null when it is admitted
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

  /** Refuses what has waited too long. */
  shed(): void {
    const now = this.now();
    const isLate = now - this.sweptAt > LATE_SWEEP_MS;
    this.sweptAt = now;
    if (isLate) return;
    const reason = this.reason();
    for (const flow of this.flows.values()) {
      const maxWait = isOverloadedAt(flow, now) ? TARGET_WAIT_MS : MAX_WAIT_MS;
      const firstKept = flow.waiting.findIndex(({ since }) => now - since < maxWait);
      const refused = flow.waiting.splice(0, firstKept < 0 ? flow.waiting.length : firstKept);
      this.remove(flow, refused.length);
      for (const { settle } of refused) settle(reason);
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
    // The last of those that are equal from now on: requests of other classes move the time on, past all that wait here.
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

  /** When some active accounts have no request waiting, those that have are greedy. */
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
