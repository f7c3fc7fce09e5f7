/** Maximum number of pages that are rendered at once. */
const MAX_RENDERS = 64;
const MAX_WAITING = 256;
// Maximum wait in milliseconds, after which visitors get an error page.
const MAX_WAIT_MS = 1000;

interface PendingRender {
  readonly quietness: number;
  readonly timer: NodeJS.Timeout;
  admit(isAdmitted: boolean): void;
}

/**
 * Limits how many pages are rendered at once. Further renders wait in a short queue, where visitors with few requests
 * go first.
 */
export class RenderQueue {
  private running = 0;
  private readonly waiting: PendingRender[] = [];

  constructor(
    private readonly maxRenders = MAX_RENDERS,
    private readonly maxWaiting = MAX_WAITING,
    private readonly maxWaitMs = MAX_WAIT_MS,
  ) {}

  /**
   * Waits until a page may be rendered. The caller must call {@link leave} after rendering.
   * @param quietness a number that is higher for visitors who have requested fewer pages
   * @returns false if the queue is full of visitors with a higher quietness, or if the wait is too long
   */
  enter(quietness: number): Promise<boolean> {
    if (this.running < this.maxRenders) {
      this.running += 1;
      return Promise.resolve(true);
    }
    return new Promise((admit) => {
      const timer = setTimeout(() => this.end(waiting, false), this.maxWaitMs);
      const waiting = { quietness, timer, admit };
      this.waiting.push(waiting);
      if (this.waiting.length <= this.maxWaiting) return;
      // Among the visitors with the lowest quietness, reject the one who arrived last.
      this.end(
        this.waiting.reduce((one, other) => (other.quietness <= one.quietness ? other : one)),
        false,
      );
    });
  }

  /** Ends a render that was admitted, and admits the next one. */
  leave(): void {
    const [first, ...others] = this.waiting;
    if (!first) {
      this.running -= 1;
      return;
    }
    const next = others.reduce(
      (one, other) => (other.quietness > one.quietness ? other : one),
      first,
    );
    this.end(next, true);
  }

  private end(waiting: PendingRender, isAdmitted: boolean): void {
    this.waiting.splice(this.waiting.indexOf(waiting), 1);
    clearTimeout(waiting.timer);
    waiting.admit(isAdmitted);
  }
}
