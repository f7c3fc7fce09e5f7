import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 20;
const CHECK_MS = 250;

/** Watches how late the event loop is. Over a bound the gateway is overloaded until the lag has fallen to half of it. */
export class EventLoopPressure {
  private readonly delays: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private readonly timer: NodeJS.Timeout;
  private lag = 0;
  private checkedAt = performance.now();
  private isOver = false;

  /**
   * @param maxLagMs the bound
   * @param onChange called when the gateway becomes overloaded, and when it has recovered
   */
  constructor(
    private readonly maxLagMs: number,
    private readonly onChange: (isOverloaded: boolean) => void,
  ) {
    this.delays.enable();
    this.timer = setInterval(() => this.check(), CHECK_MS).unref();
  }

  /** How long events wait for the loop, in milliseconds, recently. */
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
    // When every tick outlasts a check, the histogram has no samples.
    const lag = Math.max(0, Number.isNaN(mean) ? lateMs : mean / 1e6 - RESOLUTION_MS);
    this.lag = (this.lag + lag) / 2;
    const isOver = this.lag > (this.isOver ? this.maxLagMs / 2 : this.maxLagMs);
    if (isOver === this.isOver) return;
    this.isOver = isOver;
    this.onChange(isOver);
  }
}
