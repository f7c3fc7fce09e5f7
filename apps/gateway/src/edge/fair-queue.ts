import type { AdaptiveLimit } from '@gcd/service';

/**
 * Why a request is rejected. `overload`: there are too many requests. `account`: its account sends too many
 * while other accounts stay within their share.
 */
export type OverloadReason = 'overload' | 'account';

/**
 * A queue counts as overloaded once it has not been empty for this long. A shorter period is a burst, or the second
 * that it takes to retry the requests sent to a stalled instance.
 */
const OVERLOADED_AFTER_MS = 1500;
/** Maximum wait of a request in a burst, and during overload. */
const MAX_WAIT_MS = 2000;
const TARGET_WAIT_MS = 100;
const SWEEP_MS = 10;
/**
 * Maximum queue length, as a multiple of the limit. It has room for a burst of some hundred requests from one
 * client.
 */
const MAX_WAITING = 16;
/** An account counts as active for one to two of these intervals after a request. */
const ACTIVE_MS = 1000;
const MAX_ACCOUNTS = 10_000;

/**
 * Virtual time of start-time fair queueing: how much work each account has received, across all queues that
 * share the clock.
 */
export class VirtualTime {
  private now = 0;
  private readonly finishes = new Map<number, number>();

  /** Returns the start tag of an account's next request. The account with the lowest tag is served next. */
  startOf(account: number): number {
    return Math.max(this.now, this.finishes.get(account) ?? 0);
  }

  /** Records work that an account receives. */
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
  /** @param reason why the request is rejected; null if it is admitted */
  readonly settle: (reason: OverloadReason | null) => void;
}

/** Waiting requests of one account, oldest first. */
interface Flow {
  readonly account: number;
  /** Time since which the account has always had a waiting request. */
  readonly since: number;
  readonly waiting: WaitingRequest[];
}

/**
 * Admits requests up to a limit. Above it, requests wait in one queue per account. Accounts take turns by
 * start-time fair queueing, which lends unused shares to other accounts. Queues shed requests by age, based
 * on CoDel: if a queue does not empty, requests are rejected after {@link TARGET_WAIT_MS}, and the newest one
 * is served first.
 */
export class FairQueue {
  private readonly flows = new Map<number, Flow>();
  private waiting = 0;
  private admitted = 0;
  private sweeper: NodeJS.Timeout | undefined;
  private active = new Set<number>();
  private activeBefore = new Set<number>();
  private activeSince = 0;

  /**
   * @param cost cost of a request of size 1, in units of `time`
   * @param now a monotonic clock, in milliseconds
   */
  constructor(
    readonly limit: AdaptiveLimit,
    private readonly cost: number,
    private readonly time: VirtualTime,
    private readonly now = (): number => performance.now(),
  ) {}

  /** Number of requests that were admitted and not yet released. */
  get inFlight(): number {
    return this.admitted;
  }

  /** Number of waiting requests. */
  get queued(): number {
    return this.waiting;
  }

  /** Returns why a request of an account would be rejected immediately; null if it would not be. */
  refusalOf(account: number): OverloadReason | null {
    if (this.waiting === 0) return null;
    // An account can have as many waiting requests as there are places left for others.
    const own = this.flows.get(account)?.waiting.length ?? 0;
    return own >= MAX_WAITING * this.limit.limit - this.waiting ? this.reason() : null;
  }

  /**
   * Admits a request, at once or when it is its turn. Call `release` once when the request has ended.
   * @param size multiplies the cost
   * @returns why the request is rejected; null if it is admitted
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
      // After a suspension or during overload, the event loop handles the received replies first, which free places in
      // the queue.
      this.sweeper = setInterval(() => setImmediate(() => this.shed()), SWEEP_MS).unref();
    });
  }

  /** Releases the place of an admitted request. */
  release(): void {
    this.admitted -= 1;
    while (this.waiting > 0 && this.admitted < this.limit.limit) this.admitNext();
  }

  /** Rejects requests that have waited too long. */
  shed(): void {
    const now = this.now();
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
    // Moves the account behind others with the same start tag. Requests of other classes may have advanced
    // the virtual time beyond the tags of all accounts that wait here.
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

  /**
   * If some active accounts have no waiting requests, the accounts with waiting requests are the ones that exceed their
   * share.
   */
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
