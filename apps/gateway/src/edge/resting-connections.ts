/** Interval of the timer in milliseconds. Each tick of the timer, called a turn, resumes some connections. */
const TURN_MS = 10;
/**
 * If the event-loop lag exceeds this number of milliseconds, a turn resumes half as many connections as the one before.
 */
const MAX_LAG_MS = 50;
/** Otherwise, a turn may resume this many times as many connections as the one before, plus one. */
const GROWTH = 1.25;
/** Time in milliseconds within which every connection is resumed, regardless of event-loop lag. */
const MAX_REST_MS = 500;

/**
 * Connections that the gateway does not read from, because their last request was rejected. Each turn resumes as many
 * connections as the event loop can handle without lag, so that rejections do not delay requests on other connections.
 * Accounts alternate, so that an account with few rejected requests can continue soon.
 */
export class RestingConnections {
  /** Functions that resume the connections of each account, oldest first. */
  private readonly byAccount = new Map<number, (() => void)[]>();
  private count = 0;
  private perTurn = 1;
  private turnAt = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param now returns the time on a monotonic clock, in milliseconds */
  constructor(private readonly now = (): number => performance.now()) {}

  /** Adds a connection. @param resume called once, when reading from the connection must resume */
  add(account: number, resume: () => void): void {
    const waiting = this.byAccount.get(account);
    if (waiting) waiting.push(resume);
    else this.byAccount.set(account, [resume]);
    this.count += 1;
    if (this.timer) return;
    this.turnAt = this.now();
    this.timer = setInterval(() => this.turn(), TURN_MS).unref();
  }

  /** Resumes some connections. */
  turn(): void {
    const now = this.now();
    const elapsed = now - this.turnAt;
    this.turnAt = now;
    const isLate = elapsed > TURN_MS + MAX_LAG_MS;
    this.perTurn = isLate ? this.perTurn / 2 : Math.min(this.perTurn * GROWTH + 1, this.count);
    const least = Math.ceil((this.count * elapsed) / MAX_REST_MS);
    const resumed = Math.max(Math.floor(this.perTurn), least);
    for (let each = 0; each < resumed && this.count > 0; each += 1) this.resumeNext();
    if (this.count > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private resumeNext(): void {
    const next = this.byAccount.entries().next();
    if (next.done) return;
    const [account, waiting] = next.value;
    const resume = waiting.shift();
    // Move the account behind all others.
    this.byAccount.delete(account);
    if (waiting.length > 0) this.byAccount.set(account, waiting);
    this.count -= 1;
    resume?.();
  }
}
