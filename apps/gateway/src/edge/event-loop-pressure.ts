import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 20;
const CHECK_MS = 250;

/**
 * Monitors event-loop lag. The gateway becomes overloaded when the lag exceeds a limit, and recovers when the lag has
 * fallen to half of that limit.
 */
export class EventLoopPressure {
  private readonly delays: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private timer: NodeJS.Timeout | undefined;
  private lag = 0;
  private checkedAt = 0;
  private isOver = false;

  /**
   * @param maxLagMs maximum event-loop lag in milliseconds
   * @param onChange called when the gateway becomes overloaded and when it has recovered
   */
  constructor(
    private readonly maxLagMs: number,
    private readonly onChange: (isOverloaded: boolean) => void,
  ) {}

  /** Starts monitoring. Call this method after startup, which blocks the event loop for some time. */
  start(): void {
    this.delays.enable();
    this.checkedAt = performance.now();
    this.timer = setInterval(() => this.check(), CHECK_MS).unref();
  }

  get lagMs(): number {
    return this.lag;
  }

  get isOverloaded(): boolean {
    return this.isOver;
  }

  stop(): void {
    clearInterval(this.timer);
    this.delays.disable();
  }

  private check(): void {
    const { mean } = this.delays;
    this.delays.reset();
    const now = performance.now();
    const lateMs = now - this.checkedAt - CHECK_MS;
    this.checkedAt = now;
    // If every tick is longer than the sampling interval, the histogram has no samples.
    const lag = Math.max(0, Number.isNaN(mean) ? lateMs : mean / 1e6 - RESOLUTION_MS);
    this.lag = (this.lag + lag) / 2;
    const isOver = this.lag > (this.isOver ? this.maxLagMs / 2 : this.maxLagMs);
    if (isOver === this.isOver) return;
    this.isOver = isOver;
    this.onChange(isOver);
  }
}
