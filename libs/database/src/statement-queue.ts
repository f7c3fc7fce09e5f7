import { registry, SECONDS } from '@gcd/process';
import { Counter, Histogram } from 'prom-client';
import { DatabaseFailure } from './errors.js';

/** Maximum number of waiting tasks, large enough for a burst. */
export const MAX_WAITING = 1024;
/**
 * Maximum wait in milliseconds. Statements that were running when the wait began have timed out by then, so the database
 * must be stalled.
 */
export const MAX_WAIT_MS = 2000;

const queueSeconds = new Histogram({
  name: 'gcd_db_queue_duration_seconds',
  help: 'Time that statements waited for a connection, if they had to wait.',
  buckets: SECONDS,
  registers: [registry],
});
const queueSheds = new Counter({
  name: 'gcd_db_queue_sheds_total',
  help: 'Statements rejected because too many waited for a connection, or for too long.',
  registers: [registry],
});

interface Waiter {
  readonly since: number;
  readonly timer: NodeJS.Timeout;
  start(): void;
}

/** Runs a limited number of statements at a time. Further ones wait, first in first out. */
export class StatementQueue {
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
        queueSheds.inc();
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
          queueSeconds.observe((performance.now() - waiter.since) / 1000);
          resolve();
        },
      };
      this.queue.add(waiter);
    });
  }
}
