/**
 * Length of an interval in milliseconds. The work requested by each account is summed over the current and the previous
 * interval.
 */
const INTERVAL_MS = 2000;
/** An account exceeds its share if it requests more than this multiple of the average work per active account. */
const ABOVE_SHARE = 1.5;
const MAX_ACCOUNTS = 10_000;

/** Work requested in an interval, in total and by account. */
interface Requested {
  total: number;
  readonly byAccount: Map<number, number>;
}

const nothing = (): Requested => ({ total: 0, byAccount: new Map() });

/**
 * Tracks how much work each account has requested and received in all queues of a gateway. Accounts are served by
 * start-time fair queueing.
 */
export class AccountShares {
  private virtualTime = 0;
  private readonly finishes = new Map<number, number>();
  private current = nothing();
  private previous = nothing();
  /** Number of accounts in the current interval that were not in the previous one. */
  private newAccounts = 0;
  private intervalStart = 0;

  /** Returns the start tag of an account's next request. The account with the lowest tag is served first. */
  startOf(account: number): number {
    return Math.max(this.virtualTime, this.finishes.get(account) ?? 0);
  }

  /** Records that work of an account was admitted. */
  charge(account: number, cost: number): void {
    const start = this.startOf(account);
    this.virtualTime = start;
    this.finishes.set(account, start + cost);
    if (this.finishes.size > MAX_ACCOUNTS) this.prune();
  }

  /**
   * Records that an account requested work, even if the work is not admitted.
   * @param now time on a monotonic clock, in milliseconds
   */
  requested(account: number, cost: number, now: number): void {
    const ms = now - this.intervalStart;
    if (ms >= INTERVAL_MS || this.current.byAccount.size >= MAX_ACCOUNTS) {
      this.previous = ms < 2 * INTERVAL_MS ? this.current : nothing();
      this.current = nothing();
      this.newAccounts = 0;
      this.intervalStart = now;
    }
    const { byAccount } = this.current;
    if (!byAccount.has(account) && !this.previous.byAccount.has(account)) this.newAccounts += 1;
    byAccount.set(account, (byAccount.get(account) ?? 0) + cost);
    this.current.total += cost;
  }

  /** Whether an account has recently requested clearly more work than the average active account. */
  exceedsShare(account: number): boolean {
    const { current, previous } = this;
    const own = (current.byAccount.get(account) ?? 0) + (previous.byAccount.get(account) ?? 0);
    const accounts = previous.byAccount.size + this.newAccounts;
    return own * accounts > ABOVE_SHARE * (current.total + previous.total);
  }

  private prune(): void {
    for (const [account, finish] of this.finishes) {
      if (finish <= this.virtualTime) this.finishes.delete(account);
    }
  }
}
