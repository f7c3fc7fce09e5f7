import { channel } from 'node:diagnostics_channel';
import { QUEUE_LEFT, type QueueOutcome } from '@gcd/contracts';
import { DeadlineExceededError } from '@gcd/traces/operation-context';
import { DatabaseFailure } from './errors.js';

/** Maximum number of queued items, large enough for a burst. */
const MAX_WAITING = 1024;
/**
 * Maximum wait in milliseconds, after which an item is rejected. Statements that were running when the wait began have
 * timed out by then, so the database must be stalled.
 */
const MAX_WAIT_MS = 2000;
const SWEEP_MS = 100;

const queueLeft = channel(QUEUE_LEFT);

export interface QueuedItem {
  /** `performance.now()` timestamp after which the result is no longer needed. */
  readonly deadline: number;
  reject(error: DatabaseFailure | DeadlineExceededError): void;
}

interface Waiting<Item> {
  readonly item: Item;
  readonly since: number;
}

/** A first-in-first-out queue with a maximum length and a maximum wait. */
export class BoundedQueue<Item extends QueuedItem> {
  private items: Waiting<Item>[] = [];
  private timer: NodeJS.Timeout | undefined;

  get size(): number {
    return this.items.length;
  }

  /** Adds an item. Rejects it if the queue is full. */
  push(item: Item): void {
    if (this.items.length >= MAX_WAITING) {
      shed(item);
      return;
    }
    this.items.push({ item, since: performance.now() });
    // A timer rejects items that have waited too long, because a slot may never become free.
    this.timer ??= setInterval(() => this.take(0), SWEEP_MS).unref();
  }

  /** Removes and returns up to `count` items, which the caller must start. Rejects items that have waited too long. */
  take(count: number): Item[] {
    const now = performance.now();
    const inTime = this.items.filter((waiting) => isInTime(waiting, now));
    const served = inTime.splice(0, count);
    this.items = inTime;
    const [first] = served;
    if (first && queueLeft.hasSubscribers) publish('served', now - first.since);
    if (inTime.length === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    return served.map(({ item }) => item);
  }
}

/** Whether an item may wait further. Otherwise, rejects the item. */
function isInTime({ item, since }: Waiting<QueuedItem>, now: number): boolean {
  if (now > item.deadline) {
    if (queueLeft.hasSubscribers) publish('deadline');
    item.reject(new DeadlineExceededError());
    return false;
  }
  if (now - since <= MAX_WAIT_MS) return true;
  shed(item);
  return false;
}

function shed(item: QueuedItem): void {
  if (queueLeft.hasSubscribers) publish('overload');
  item.reject(new DatabaseFailure('overload'));
}

function publish(outcome: QueueOutcome['outcome'], ms?: number): void {
  queueLeft.publish({ outcome, ms } satisfies QueueOutcome);
}

interface WaitingForSlot extends QueuedItem {
  resolve(): void;
}

/** Limits the number of concurrent tasks. Further tasks wait in a {@link BoundedQueue}. */
export class Slots {
  private readonly queue = new BoundedQueue<WaitingForSlot>();
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
