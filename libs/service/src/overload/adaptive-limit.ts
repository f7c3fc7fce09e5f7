export interface AdaptiveLimitOptions {
  /** Limit before the first measurement. */
  readonly initial?: number;
  readonly min?: number;
  readonly max?: number;
  /**
   * Lower bound of the baseline in milliseconds, because each request in a batch waits for the rest of the batch. A
   * latency of up to twice this value never lowers the limit; only {@link AdaptiveLimit.recordBusy} then does.
   */
  readonly acceptableMs?: number;
}

/**
 * Minimum duration of a measurement window in milliseconds. A window ends once it has {@link WINDOW_SAMPLES} samples,
 * or after {@link MAX_WINDOWS} times this duration.
 */
const WINDOW_MS = 100;
const WINDOW_SAMPLES = 16;
const MAX_WINDOWS = 10;
/** Latency above this multiple of the baseline counts as queueing. */
const TOLERANCE = 2;
/**
 * Weight of a measurement window of {@link WINDOW_MS} in the limit. A longer window has the weight of several windows.
 */
const SMOOTHING = 0.2;
/**
 * Weight of a measurement window in the baseline if the window was faster than the baseline. The weight of a slower
 * window is {@link BASELINE_SLOWER}.
 */
const BASELINE_FASTER = 0.1;
const BASELINE_SLOWER = 0.01;
/**
 * Gradient for a window in which a busy downstream resource rejected work. It has the same effect as a latency of twice
 * the tolerated maximum.
 */
const BUSY_GRADIENT = 0.5;

/**
 * A concurrency limit that adapts to latency, based on Gradient2 from Netflix's concurrency-limits. While latency is
 * near the baseline, the limit increases by its own square root in each measurement window. When latency shows that
 * work is queued, the limit decreases in proportion to the increase in latency. Unlike in Gradient2, the baseline rises
 * only while few requests are in flight, so that a lasting overload does not become the new baseline.
 */
export class AdaptiveLimit {
  private readonly min: number;
  private readonly max: number;
  private readonly acceptableMs: number;
  private current: number;
  private baselineMs = 0;
  private windowStart = 0;
  private samples = 0;
  private totalMs = 0;
  private maxInFlight = 0;
  private wasBusy = false;

  constructor({
    initial = 64,
    min = 16,
    max = 1000,
    acceptableMs = 10,
  }: AdaptiveLimitOptions = {}) {
    this.current = initial;
    this.min = min;
    this.max = max;
    this.acceptableMs = acceptableMs;
  }

  get limit(): number {
    return Math.floor(this.current);
  }

  /**
   * Records a completed task.
   * @param ms duration in milliseconds
   * @param inFlight number of tasks in flight, including this one
   * @param now time in milliseconds, from a monotonic clock
   */
  record(ms: number, inFlight: number, now = performance.now()): void {
    this.samples += 1;
    this.totalMs += ms;
    if (inFlight > this.maxInFlight) this.maxInFlight = inFlight;
    this.endWindow(now);
  }

  /** Records that a downstream resource rejected work because it was busy. */
  recordBusy(now = performance.now()): void {
    this.wasBusy = true;
    this.endWindow(now);
  }

  private endWindow(now: number): void {
    const age = now - this.windowStart;
    if (age < WINDOW_MS || (this.samples < WINDOW_SAMPLES && age < MAX_WINDOWS * WINDOW_MS)) return;
    const weight = 1 - (1 - SMOOTHING) ** Math.min(age / WINDOW_MS, MAX_WINDOWS);
    if (this.samples > 0) this.adapt(this.totalMs / this.samples, weight);
    else if (this.wasBusy) this.moveTo(this.current * BUSY_GRADIENT, weight);
    this.windowStart = now;
    this.samples = 0;
    this.totalMs = 0;
    this.maxInFlight = 0;
    this.wasBusy = false;
  }

  private adapt(ms: number, weight: number): void {
    if (this.baselineMs === 0) this.baselineMs = ms;
    const isPressed = this.maxInFlight >= this.current / 2 && this.current > this.min;
    if (ms < this.baselineMs) this.baselineMs += (ms - this.baselineMs) * BASELINE_FASTER;
    else if (!isPressed) this.baselineMs += (ms - this.baselineMs) * BASELINE_SLOWER;
    const tolerated = TOLERANCE * Math.max(this.baselineMs, this.acceptableMs);
    const gradient = this.wasBusy
      ? BUSY_GRADIENT
      : Math.min(1, Math.max(BUSY_GRADIENT, tolerated / ms));
    // Do not change the limit under low load, because latency then does not show whether the limit is too high.
    if (!this.wasBusy && this.maxInFlight < this.current / 2) return;
    const room = gradient === 1 ? Math.sqrt(this.current) : 0;
    this.moveTo(this.current * gradient + room, weight);
  }

  private moveTo(target: number, weight: number): void {
    const next = this.current + (target - this.current) * weight;
    this.current = Math.min(this.max, Math.max(this.min, next));
  }
}
