const TICK_MS = 100;

/**
 * Measures how long the event loop was blocked or the process was suspended. A message that arrived during this time
 * may have waited that long. Only the local clock is used, because the clocks of two machines can differ.
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

  /** The longest time, in milliseconds, that the message being read may have waited. */
  get maxWaitMs(): number {
    const sinceTick = performance.now() - this.lastTick;
    return Math.max(0, this.lateMs, sinceTick - TICK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
