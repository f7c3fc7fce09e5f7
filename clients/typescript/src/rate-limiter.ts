// Length of the window in milliseconds. It is slightly longer than the API's window of one second, because the clocks
// of client and API may run at different speeds.
const WINDOW_MS = 1005;
/** A 429 response multiplies the rate by this factor. */
const DECREASE = 0.5;
// Longest pause after a 429. The request that gets a longer `Retry-After` fails, but later requests must not wait for it.
const MAX_PAUSE_MS = 60_000;
/** Fraction of the full rate that the client regains per second. */
const INCREASE = 0.02;

/**
 * A queue that sends requests no faster than the API admits them. The API counts a request at some time between when
 * the client sends it and when the response arrives. The queue therefore counts each request until one second after its
 * response. Even on a slow network, the API never counts more requests per second than the rate allows.
 *
 * Other processes may use the same key. The rate is therefore halved after a 429 and then rises slowly (additive
 * increase, multiplicative decrease). Over time, all clients of a key get equal shares.
 */
export class RateLimiter {
  private readonly waiting: (() => void)[] = [];
  private inFlight = 0;
  /** Arrival times of the responses in the last second, oldest first. */
  private responses: number[] = [];
  private heldUntil = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private decreased: { readonly rate: number; readonly at: number } | undefined;

  /** @param fullRate requests per second that the key allows */
  constructor(private readonly fullRate: number) {}

  /** Minimum time in seconds that a new request would wait because of the rate limit. */
  get waitSeconds(): number {
    const now = performance.now();
    return this.waiting.length / this.rate(now) + Math.max(0, this.heldUntil - now) / 1000;
  }

  /** Halves the rate after a 429 response, and sends no requests for a while. @param ms length of this pause */
  slowDown(ms: number): void {
    const now = performance.now();
    this.heldUntil = Math.max(this.heldUntil, now + Math.min(ms, MAX_PAUSE_MS));
    // Several requests may be rejected together, but they must lower the rate only once.
    if (this.decreased && now < this.decreased.at) return;
    this.decreased = { rate: Math.max(1, this.rate(now) * DECREASE), at: this.heldUntil };
  }

  /**
   * Waits until a request may be sent. Requests are sent in the order of the calls to this method.
   * @returns a function to call when the response has arrived
   * @throws the signal's reason if the signal is aborted first
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
    // If requests in flight have used up the limit, the queue continues after the next response.
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
