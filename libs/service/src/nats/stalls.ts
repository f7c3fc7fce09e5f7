const TURN_MS = 100;

/**
 * Notices that the process stood still: stopped, or its event loop blocked. What arrived meanwhile may have waited as long,
 * and only this process' own clock is asked, because the clocks of two machines do not agree.
 */
export class Stalls {
  private lastTurn = performance.now();
  private lateMs = 0;
  private readonly timer: NodeJS.Timeout;

  constructor() {
    this.timer = setInterval(() => {
      const now = performance.now();
      this.lateMs = now - this.lastTurn - TURN_MS;
      this.lastTurn = now;
    }, TURN_MS).unref();
  }

  /** The longest time that a message which is read now can have waited unread. */
  get waitedMs(): number {
    const sinceTurn = performance.now() - this.lastTurn;
    return Math.max(0, this.lateMs, sinceTurn - TURN_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
