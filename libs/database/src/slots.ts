import { channel } from 'node:diagnostics_channel';
import { QUEUE_LEFT } from '@gcd/contracts';
import { DatabaseFailure } from './errors.js';

/** Maximum number of waiting tasks, large enough for a burst. */
export const MAX_WAITING = 1024;
/**
 * Maximum wait in milliseconds. Statements that were running when the wait began have timed out by then, so the database
 * must be stalled.
 */
export const MAX_WAIT_MS = 2000;

const queueLeft = channel(QUEUE_LEFT);

interface Waiter {
  readonly since: number;
  readonly timer: NodeJS.Timeout;
  start(): void;
}

/** Limits the number of concurrent tasks. Further tasks wait, first in first out. */
export class Slots {
  private readonly queue = new Set<Waiter>();
  private running = 0;

  constructor(private readonly max: number) {}

  /** Number of waiting tasks. */
  get waiting(): number {
    return this.queue.size;
  }

  /**
   * Runs a task in a slot.
   * @throws DatabaseFailure if too many tasks are waiting, or if no slot is free within {@link MAX_WAIT_MS}
   */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.running < this.max) this.running += 1;
    else await this.wait();
    try {
      return await task();
    } finally {
      const [next] = this.queue;
      // Pass the slot to the next task.
      if (next) next.start();
      else this.running -= 1;
    }
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const shed = (): void => {
        publish(null);
        reject(new DatabaseFailure('overload'));
      };
      if (this.queue.size >= MAX_WAITING) {
        shed();
        return;
      }
      const expire = (): void => {
        this.queue.delete(waiter);
        shed();
      };
      const waiter: Waiter = {
        since: performance.now(),
        timer: setTimeout(expire, MAX_WAIT_MS).unref(),
        start: () => {
          this.queue.delete(waiter);
          clearTimeout(waiter.timer);
          publish((performance.now() - waiter.since) / 1000);
          resolve();
        },
      };
      this.queue.add(waiter);
    });
  }
}

function publish(seconds: number | null): void {
  if (queueLeft.hasSubscribers) queueLeft.publish(seconds);
}
