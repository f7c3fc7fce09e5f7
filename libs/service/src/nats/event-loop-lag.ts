const TICK_MS = 100;

/**
 * Measures how late the event loop runs, because it was blocked or the process was suspended. Messages that
 * arrived meanwhile may have waited that long. Only the local clock is used: clocks of two machines can
 * differ.
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

  /** The longest time that a message read now may have waited, in milliseconds. */
  get maxWaitMs(): number {
    const sinceTick = performance.now() - this.lastTick;
    return Math.max(0, this.lateMs, sinceTick - TICK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
