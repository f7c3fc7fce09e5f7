import type { AdaptiveLimit } from '@gcd/service';
import type { AccountShares } from './account-shares.js';

/**
 * Why a request is rejected: there are too many requests (`overload`), or there are too many and its account sends more
 * than its share (`account`).
 */
export type OverloadReason = 'overload' | 'account';

/**
 * A queue counts as overloaded once it has not been empty for this long. A shorter period may be a burst, or the second
 * that it takes to retry the requests that were sent to a stalled instance.
 */
const OVERLOADED_AFTER_MS = 1500;
/** Maximum wait during overload, for an account's only waiting request and for one of several. */
const MAX_WAIT_ALONE_MS = 1000;
const TARGET_WAIT_MS = 100;
const SWEEP_MS = 10;
/**
 * Maximum queue length, as a multiple of the limit. There is room for a burst of some hundreds of requests from one
 * client.
 */
const MAX_WAITING = 16;
interface WaitingRequest {
  readonly since: number;
  readonly size: number;
  /** @param reason why the request is rejected; null if it is admitted */
  readonly settle: (reason: OverloadReason | null) => void;
}

/** Waiting requests of one account, oldest first. */
interface Flow {
  readonly account: number;
  readonly waiting: WaitingRequest[];
}

/**
 * Admits requests up to a limit. Above it, requests wait in one queue per account. Accounts take turns by
 * start-time fair queueing, which lends unused shares to other accounts. Queues shed requests by age, based
 * on CoDel: if a queue does not empty, requests are rejected after {@link TARGET_WAIT_MS}, and the newest one
 * of an account is served first. An account's only waiting request may wait {@link MAX_WAIT_ALONE_MS}.
 */
export class FairQueue {
  private readonly flows = new Map<number, Flow>();
  private waiting = 0;
  private admitted = 0;
  private sweeper: NodeJS.Timeout | undefined;
  /** Time since which a request has always been waiting. */
  private busySince = 0;

  /**
   * @param cost cost of a request of size 1, in units of `shares`
   * @param now monotonic clock, in milliseconds
   */
  constructor(
    readonly limit: AdaptiveLimit,
    private readonly cost: number,
    private readonly shares: AccountShares,
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

  /** Returns the reason for which a request of an account would be rejected immediately; null if there is none. */
  refusalOf(account: number): OverloadReason | null {
    if (this.waiting === 0) return null;
    // An account can have at most as many waiting requests as there are free places.
    const own = this.flows.get(account)?.waiting.length ?? 0;
    return own >= MAX_WAITING * this.limit.limit - this.waiting ? this.reasonFor(account) : null;
  }

  /**
   * Admits a request, at once or when it is its turn. The caller must call `release` once when the request has ended.
   * @param size multiplies the cost
   * @returns why the request is rejected; null if it is admitted
   */
  enter(account: number, size = 1): OverloadReason | null | Promise<OverloadReason | null> {
    this.shares.requested(account, this.cost * size, this.now());
    if (this.waiting === 0 && this.admitted < this.limit.limit) {
      this.admit(account, size);
      return null;
    }
    const refusal = this.refusalOf(account);
    if (refusal) return refusal;
    return new Promise((settle) => {
      const since = this.now();
      const flow = this.flows.get(account) ?? { account, waiting: [] };
      this.flows.set(account, flow);
      if (this.waiting === 0) this.busySince = since;
      flow.waiting.push({ since, size, settle });
      this.waiting += 1;
      if (this.sweeper) return;
      // After a suspension or during overload, replies that have already arrived must be handled first, because they
      // free places in the queue.
      this.sweeper = setInterval(() => setImmediate(() => this.shed()), SWEEP_MS).unref();
    });
  }

  /** Releases the place of an admitted request. */
  release(): void {
    this.admitted -= 1;
    while (this.waiting > 0 && this.admitted < this.limit.limit) this.admitNext();
  }

  /** During overload, rejects requests that have waited too long. */
  shed(): void {
    const now = this.now();
    if (!this.isOverloadedAt(now)) return;
    for (const flow of this.flows.values()) {
      const maxWait = flow.waiting.length === 1 ? MAX_WAIT_ALONE_MS : TARGET_WAIT_MS;
      const firstInTime = flow.waiting.findIndex(({ since }) => now - since < maxWait);
      const rejected = flow.waiting.splice(0, firstInTime < 0 ? flow.waiting.length : firstInTime);
      this.remove(flow, rejected.length);
      for (const { settle } of rejected) settle(this.reasonFor(flow.account));
    }
  }

  private admit(account: number, size: number): void {
    this.admitted += 1;
    this.shares.charge(account, this.cost * size);
  }

  private admitNext(): void {
    let next: Flow | undefined;
    let lowest = Number.POSITIVE_INFINITY;
    for (const flow of this.flows.values()) {
      const start = this.shares.startOf(flow.account);
      if (start >= lowest) continue;
      next = flow;
      lowest = start;
    }
    if (!next) return;
    const isOverloaded = this.isOverloadedAt(this.now());
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

  private reasonFor(account: number): OverloadReason {
    return this.shares.exceedsShare(account) ? 'account' : 'overload';
  }

  private isOverloadedAt(now: number): boolean {
    return this.waiting > 0 && now - this.busySince > OVERLOADED_AFTER_MS;
  }
}
