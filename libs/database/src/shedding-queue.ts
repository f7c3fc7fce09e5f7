import { channel } from 'node:diagnostics_channel';
import { QUEUE_LEFT, type QueueOutcome } from '@gcd/contracts';
import { DeadlineExceededError } from '@gcd/traces/operation-context';
import { DatabaseFailure } from './errors.js';

/** Maximum number of queued items, large enough for a burst. */
const MAX_WAITING = 1024;
/** A queue that stays non-empty for this many milliseconds counts as overloaded. */
const INTERVAL_MS = 1500;
/** Maximum wait in milliseconds while the queue is overloaded. Items that wait longer are rejected. */
const TARGET_MS = 1000;
/**
 * Maximum wait in milliseconds. Statements that were running when the wait began have timed out by then, so the
 * database must be stalled.
 */
const MAX_WAIT_MS = 2000;
const SWEEP_MS = 100;

const queueLeft = channel(QUEUE_LEFT);

export interface QueuedItem {
  /** `performance.now()` timestamp after which the result is no longer needed. */
  readonly deadline: number;
  reject(error: DatabaseFailure | DeadlineExceededError): void;
}

/**
 * A bounded queue based on CoDel (RFC 8289). A burst is served in order. A queue that stays non-empty for too long is
 * overloaded. It then serves the newest item first, because its client has the most time left, and rejects items that
 * have waited too long. If all items have waited too long, a free slot still serves one of them.
 */
export class SheddingQueue<Item extends QueuedItem> {
  private items: { readonly item: Item; readonly since: number }[] = [];
  private emptyAt = performance.now();
  private timer: NodeJS.Timeout | undefined;

  get size(): number {
    return this.items.length;
  }

  /** Adds an item. If the queue is full, rejects the oldest item. */
  push(item: Item): void {
    const oldest = this.items.length >= MAX_WAITING ? this.items.shift() : undefined;
    if (oldest) shed(oldest.item);
    const since = performance.now();
    if (this.items.length === 0) this.emptyAt = since;
    this.items.push({ item, since });
    this.timer ??= setInterval(() => this.sweep(), SWEEP_MS).unref();
  }

  /** Removes and returns up to `count` items, which the caller must start. Rejects items that have waited too long. */
  take(count: number): Item[] {
    const now = performance.now();
    const inTime = this.drop(now);
    const isOverloaded = now - this.emptyAt > INTERVAL_MS;
    const served = isOverloaded ? inTime.splice(-count).reverse() : inTime.splice(0, count);
    this.items = isOverloaded
      ? inTime.filter(({ item, since }) => now - since <= TARGET_MS || shed(item))
      : inTime;
    const [first] = served;
    if (first && queueLeft.hasSubscribers) publish('served', now - first.since);
    if (this.items.length === 0) this.stop(now);
    return served.map(({ item }) => item);
  }

  /** Rejects items that have waited too long. A timer calls this method, because a slot may never become free. */
  private sweep(): void {
    const now = performance.now();
    this.items = this.drop(now).filter(({ item, since }) => {
      return now - since <= MAX_WAIT_MS || shed(item);
    });
    if (this.items.length === 0) this.stop(now);
  }

  private drop(now: number): { readonly item: Item; readonly since: number }[] {
    return this.items.filter(({ item }) => {
      if (now <= item.deadline) return true;
      if (queueLeft.hasSubscribers) publish('deadline');
      item.reject(new DeadlineExceededError());
      return false;
    });
  }

  private stop(now: number): void {
    this.emptyAt = now;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

/** Rejects an item. @returns false, so that `filter` removes the item from the queue */
function shed(item: QueuedItem): false {
  if (queueLeft.hasSubscribers) publish('overload');
  item.reject(new DatabaseFailure('overload'));
  return false;
}

function publish(outcome: QueueOutcome['outcome'], ms?: number): void {
  queueLeft.publish({ outcome, ms } satisfies QueueOutcome);
}

interface WaitingForSlot extends QueuedItem {
  resolve(): void;
}

/** Limits the number of concurrent tasks. Further tasks wait in a {@link SheddingQueue}. */
export class Slots {
  private readonly queue = new SheddingQueue<WaitingForSlot>();
  private running = 0;

  constructor(private readonly max: number) {}

  get waiting(): number {
    return this.queue.size;
  }

  /**
   * Runs a task in a slot.
   * @param deadline end of the wait, as a `performance.now()` timestamp
   * @throws DatabaseFailure or DeadlineExceededError if the task had to wait too long
   */
  async run<Result>(deadline: number, work: () => Promise<Result>): Promise<Result> {
    if (this.running < this.max) this.running += 1;
    else {
      await new Promise<void>((resolve, reject) => this.queue.push({ deadline, resolve, reject }));
    }
    try {
      return await work();
    } finally {
      const [next] = this.queue.take(1);
      // Pass the slot to the next task.
      if (next) next.resolve();
      else this.running -= 1;
    }
  }
}
