const TICK_MS = 100;

/**
 * Measures how long the event loop was blocked or the process suspended. Messages that arrived in the meantime may have
 * waited that long. Uses only the local clock, because the clocks of two machines can differ.
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

  /** The longest time in milliseconds for which a message that is read now may have been waiting. */
  get maxWaitMs(): number {
    const sinceTick = performance.now() - this.lastTick;
    return Math.max(0, this.lateMs, sinceTick - TICK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
