const TICK_MS = 100;

/**
 * How late the event loop is: the process was stopped, or its loop blocked. What arrived meanwhile may have waited as long. Only this
 * process' own clock is used, because the clocks of two machines do not agree.
 */
export class EventLoopLag {
  private lastTick = performance.now();
  private lateMs = 0;
  private readonly timer: NodeJS.Timeout;

  constructor() {
    this.timer = setInterval(() => {
      const now = performance.now();
      this.lateMs = now - this.lastTick - TICK_MS;
      this.lastTick = now;
    }, TICK_MS).unref();
  }

  /** The longest time that a message which is read now can have waited unread. */
  get maxWaitMs(): number {
    const sinceTick = performance.now() - this.lastTick;
    return Math.max(0, this.lateMs, sinceTick - TICK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
