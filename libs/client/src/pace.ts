// A little more than the second in which calls are counted: clocks differ.
const WINDOW_MS = 1005;

/**
 * A queue that lets calls go no faster than the API admits them. The API counts a call at some moment between its sending and its
 * answer, so a call has its place until a second after its answer: whatever the network does, no more than the rate are ever counted
 * within a second.
 */
export class Pace {
  private readonly waiting: (() => void)[] = [];
  private inFlight = 0;
  /** When calls of the last second were answered, oldest first. */
  private answered: number[] = [];
  private heldUntil = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param rate calls a second */
  constructor(private readonly rate: number) {}

  /** Lets no call go for a while. */
  hold(ms: number): void {
    this.heldUntil = Math.max(this.heldUntil, performance.now() + ms);
  }

  /**
   * Waits for the turn of a call, first come first served.
   * @returns to be called when its answer has come
   * @throws the signal's reason, when it is aborted first
   */
  async turn(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(go), 1);
        this.letGo();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.waiting.push(go);
      this.letGo();
    });
    return () => {
      this.inFlight -= 1;
      this.answered.push(performance.now());
      this.letGo();
    };
  }

  private letGo(): void {
    clearTimeout(this.timer);
    const now = performance.now();
    this.answered = this.answered.filter((at) => at + WINDOW_MS > now);
    while (this.waiting.length > 0 && this.heldUntil <= now && this.isFree()) {
      this.inFlight += 1;
      this.waiting.shift()?.();
    }
    if (this.waiting.length === 0) return;
    const freeAt = this.isFree() ? now : (this.answered[0] ?? Number.POSITIVE_INFINITY) + WINDOW_MS;
    const next = Math.max(this.heldUntil, freeAt);
    // When all places are those of calls under way, their answers go on with this.
    if (next < Number.POSITIVE_INFINITY) {
      this.timer = setTimeout(() => this.letGo(), Math.max(1, Math.ceil(next - now)));
    }
  }

  private isFree(): boolean {
    return this.inFlight + this.answered.length < this.rate;
  }
}
