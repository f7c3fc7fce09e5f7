// A little more than the second in which requests are counted: clocks differ.
const WINDOW_MS = 1005;
/** What is left of the rate after a 429. */
const DECREASE = 0.5;
/** How much of the full rate is regained per second. */
const INCREASE = 0.02;

/**
 * A queue that sends requests no faster than the API admits them. The API counts a request at some moment between its sending and its
 * response. So a request counts here until a second after its response: regardless of the network, no more than the rate are counted
 * within a second.
 *
 * Other processes may use the same key. So the rate is halved after a 429, and rises again slowly (additive increase,
 * multiplicative decrease): clients of one key converge to equal shares without knowing of each other.
 */
export class RateLimiter {
  private readonly waiting: (() => void)[] = [];
  private inFlight = 0;
  /** When the responses of the last second arrived, oldest first. */
  private responses: number[] = [];
  private heldUntil = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private decreased: { readonly rate: number; readonly at: number } | undefined;

  /** @param fullRate requests per second that the key may make */
  constructor(private readonly fullRate: number) {}

  /** How long a request would wait now, at least, in seconds. */
  get waitSeconds(): number {
    const now = performance.now();
    return this.waiting.length / this.rate(now) + Math.max(0, this.heldUntil - now) / 1000;
  }

  /** Holds all requests for a while and halves the rate, after a 429. */
  slowDown(ms: number): void {
    const now = performance.now();
    this.heldUntil = Math.max(this.heldUntil, now + ms);
    // Requests that were sent together are rejected together.
    if (this.decreased && now < this.decreased.at) return;
    this.decreased = { rate: Math.max(1, this.rate(now) * DECREASE), at: this.heldUntil };
  }

  /**
   * Waits until a request may be sent, first come first served.
   * @returns to be called when its response has arrived
   * @throws the signal's reason, when it is aborted first
   */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(go), 1);
        this.release();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.waiting.push(go);
      this.release();
    });
    return () => {
      this.inFlight -= 1;
      this.responses.push(performance.now());
      this.release();
    };
  }

  private release(): void {
    clearTimeout(this.timer);
    const now = performance.now();
    this.responses = this.responses.filter((at) => at + WINDOW_MS > now);
    while (this.waiting.length > 0 && this.heldUntil <= now && this.hasCapacity(now)) {
      this.inFlight += 1;
      this.waiting.shift()?.();
    }
    if (this.waiting.length === 0) return;
    const freeAt = this.hasCapacity(now)
      ? now
      : (this.responses[0] ?? Number.POSITIVE_INFINITY) + WINDOW_MS;
    const next = Math.max(this.heldUntil, freeAt);
    // If all capacity is in flight, the next response continues.
    if (next < Number.POSITIVE_INFINITY) {
      this.timer = setTimeout(() => this.release(), Math.max(1, Math.ceil(next - now)));
    }
  }

  private hasCapacity(now: number): boolean {
    return this.inFlight + this.responses.length < Math.floor(this.rate(now));
  }

  private rate(now: number): number {
    if (!this.decreased) return this.fullRate;
    const { rate, at } = this.decreased;
    const regained = (Math.max(0, now - at) / 1000) * this.fullRate * INCREASE;
    return Math.min(this.fullRate, rate + regained);
  }
}
