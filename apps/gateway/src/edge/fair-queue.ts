import type { AdaptiveLimit } from '@gcd/service';
import type { AccountShares } from './account-shares.js';
import type { OverloadReason } from './overload-reason.js';
import { QueueLoad } from './queue-load.js';
import type { SharedLimit } from './shared-limit.js';
import type { Surge } from './surge.js';

/** Maximum wait of a request during overload, in milliseconds. Most requests are admitted or rejected sooner. */
const MAX_WAIT_MS = 1000;
const SWEEP_MS = 10;
/** Maximum number of requests that one event-loop tick rejects for each reason, so that ticks stay short. */
const MAX_SHED = 64;
/**
 * Maximum queue length without overload, as a multiple of the limit on requests in flight. It leaves room for a burst
 * of a few hundred requests from one client.
 */
const MAX_WAITING = 16;

/** Added to the start tags of accounts that exceed their share, so that their requests are rejected first. */
const OVER_SHARE = 1e12;

interface WaitingRequest {
  readonly since: number;
  readonly size: number;
  /** Ends the wait of a request. @param reason reason for a rejection, or null if the request is admitted */
  readonly settle: (reason: OverloadReason | null) => void;
}

/** Waiting requests of one account, oldest first. */
interface Flow {
  readonly account: number;
  readonly waiting: WaitingRequest[];
}

/**
 * Admits requests up to a limit on requests in flight. Further requests wait, in one queue per account. Start-time fair
 * queueing decides which account is next, and lends unused shares to other accounts. During overload, the queue is so
 * short that requests wait for about 0.1 s. A new request is then either rejected immediately or replaces a waiting
 * request that would be admitted later.
 */
export class FairQueue {
  /** Number of requests that have been admitted but not yet released. */
  inFlight = 0;
  queued = 0;
  private readonly flows = new Map<number, Flow>();
  private sweeper: NodeJS.Timeout | undefined;
  private readonly load: QueueLoad;

  /**
   * @param cost cost of a request of size 1, in units of `shares`
   * @param now returns the time on a monotonic clock, in milliseconds
   */
  constructor(
    readonly limit: AdaptiveLimit,
    private readonly sharedLimit: SharedLimit,
    private readonly cost: number,
    private readonly shares: AccountShares,
    surge: Surge,
    private readonly now = (): number => performance.now(),
  ) {
    this.load = new QueueLoad(now(), surge);
    sharedLimit.add(this);
  }

  /**
   * Rejects a request if the queue has no room for it.
   * @returns the reason for the rejection, or null if the request may be passed to `enter`
   */
  reject(account: number, size = 1): OverloadReason | null {
    const now = this.now();
    const isOverloaded = this.load.isOverloadedAt(now);
    if (!this.isFullFor(account, isOverloaded)) return null;
    if (isOverloaded) this.load.rejected(now);
    this.arrived(account, size, now);
    return this.reasonFor(account);
  }

  /**
   * Admits a request, either immediately or after waiting. The caller must call `release` once when the request has
   * ended.
   * @param size factor by which the cost of the request is multiplied
   * @returns the reason for a rejection, or null if the request is admitted
   */
  enter(account: number, size = 1): OverloadReason | null | Promise<OverloadReason | null> {
    const reason = this.reject(account, size);
    if (reason) return reason;
    const now = this.now();
    this.arrived(account, size, now);
    if (this.queued === 0 && this.hasSlot) {
      this.admit(account, size);
      return null;
    }
    return new Promise((settle) => {
      const flow = this.flows.get(account) ?? { account, waiting: [] };
      this.flows.set(account, flow);
      if (this.queued === 0) this.load.filled(now);
      flow.waiting.push({ since: now, size, settle });
      this.queued += 1;
      this.shorten(now, 1);
      // Shed requests in a later tick. Replies that have already arrived are handled first and make room in the queue.
      if (this.queued > 0) {
        this.sweeper ??= setInterval(() => setImmediate(() => this.shed()), SWEEP_MS).unref();
      }
    });
  }

  /** Releases the slot of an admitted request, and admits waiting requests. */
  release(): void {
    this.inFlight -= 1;
    this.sharedLimit.end();
  }

  /** Records the latency of an admitted request in milliseconds. */
  record(ms: number): void {
    this.limit.record(ms, this.inFlight);
    this.sharedLimit.record(ms);
  }

  get nextStart(): number {
    if (this.queued === 0 || !this.hasSlot) return Number.POSITIVE_INFINITY;
    return this.nextTurn().start;
  }

  /** During overload, rejects requests that exceed the maximum queue length or have waited too long. */
  shed(): void {
    const now = this.now();
    this.shorten(now, MAX_SHED);
    if (!this.load.isOverloadedAt(now)) return;
    let left = MAX_SHED;
    for (const flow of this.flows.values()) {
      for (; left > 0 && now - (flow.waiting[0]?.since ?? now) >= MAX_WAIT_MS; left -= 1) {
        this.drop(flow, flow.waiting.shift(), now);
      }
    }
  }

  /** @param max maximum number of requests to reject */
  private shorten(now: number, max: number): void {
    if (!this.load.isOverloadedAt(now)) return;
    const maxWaiting = this.load.maxWaiting(this.limit.limit);
    for (let left = max; left > 0 && this.queued > maxWaiting; left -= 1) {
      const { flow } = this.lastTurn();
      if (!flow) return;
      this.drop(flow, flow.waiting.pop(), now);
    }
  }

  private drop(flow: Flow, request: WaitingRequest | undefined, now: number): void {
    this.remove(flow);
    this.load.rejected(now);
    request?.settle(this.reasonFor(flow.account));
  }

  private isFullFor(account: number, isOverloaded: boolean): boolean {
    if (this.queued === 0) return false;
    const own = this.flows.get(account)?.waiting.length ?? 0;
    // Without overload, an account can have at most as many waiting requests as the queue has free slots.
    if (!isOverloaded) return own >= MAX_WAITING * this.limit.limit - this.queued;
    if (this.queued < this.load.maxWaiting(this.limit.limit)) return false;
    return this.turnOf(account, own) >= this.lastTurn().turn;
  }

  private admit(account: number, size: number): void {
    this.inFlight += 1;
    this.sharedLimit.begin();
    this.load.admitted();
    this.shares.charge(account, this.cost * size);
  }

  admitNext(): void {
    const { flow: next } = this.nextTurn();
    const request = next?.waiting.shift();
    if (!next || !request) return;
    // Move the account to the end of the map, so that accounts with equal start tags take turns.
    this.flows.delete(next.account);
    this.flows.set(next.account, next);
    this.remove(next);
    this.admit(next.account, request.size);
    request.settle(null);
  }

  /** Updates the state of the queue after a request has left the queue. */
  private remove(flow: Flow): void {
    this.queued -= 1;
    if (flow.waiting.length === 0) this.flows.delete(flow.account);
    if (this.queued > 0) return;
    this.load.emptied();
    clearInterval(this.sweeper);
    this.sweeper = undefined;
  }

  private get hasSlot(): boolean {
    return this.inFlight < this.limit.limit && this.sharedLimit.hasRoom(this.inFlight);
  }

  /** Returns the account whose oldest request would be admitted first, and the start tag of that request. */
  private nextTurn(): { readonly flow: Flow | undefined; readonly start: number } {
    let first: Flow | undefined;
    let lowest = Number.POSITIVE_INFINITY;
    for (const flow of this.flows.values()) {
      const start = this.shares.startOf(flow.account);
      if (start >= lowest) continue;
      first = flow;
      lowest = start;
    }
    return { flow: first, start: lowest };
  }

  /**
   * Returns the account whose newest request is rejected first: the account that would be admitted last. If accounts
   * exceed their share, only those are considered.
   */
  private lastTurn(): { readonly flow: Flow | undefined; readonly turn: number } {
    let last: Flow | undefined;
    let latest = Number.NEGATIVE_INFINITY;
    for (const flow of this.flows.values()) {
      const turn = this.turnOf(flow.account, flow.waiting.length - 1);
      if (turn < latest) continue;
      last = flow;
      latest = turn;
    }
    return { flow: last, turn: latest };
  }

  /**
   * Returns the position of a request in the order of rejection; the highest is rejected first.
   * @param before number of the account's requests ahead of this request
   */
  private turnOf(account: number, before: number): number {
    const start = this.shares.startOf(account) + before * this.cost;
    return this.shares.exceedsShare(account) ? start + OVER_SHARE : start;
  }

  private reasonFor(account: number): OverloadReason {
    return this.shares.exceedsShare(account) ? 'account' : 'overload';
  }

  private arrived(account: number, size: number, now: number): void {
    this.shares.requested(account, this.cost * size, now);
    this.load.arrived(now);
  }
}
