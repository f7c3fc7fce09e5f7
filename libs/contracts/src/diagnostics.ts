/** Channel of `node:diagnostics_channel`: a pool of database connections was made. Its message is the pool. */
export const POOL_MADE = 'gcd:database.pool-made';

/** What is looked at of a pool. */
export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  /** Statements that wait for a connection. */
  readonly waitingCount: number;
}

/** Channel of `node:diagnostics_channel`: look-ups that waited together are about to share a statement. Its message is how many. */
export const BATCH_SENT = 'gcd:database.batch-sent';

/** Channel of `node:diagnostics_channel`: something has left a queue for the database. Its message is a {@link QueueOutcome}. */
export const QUEUE_LEFT = 'gcd:database.queue-left';

/** How it left: `served` after so many milliseconds, rejected because of `overload`, or because its `deadline` had passed. */
export interface QueueOutcome {
  readonly outcome: 'served' | 'overload' | 'deadline';
  readonly ms?: number | undefined;
}

/** Channel of `node:diagnostics_channel`: a standby was to be read in place of the primary. Its message is a {@link StandbyOutcome}. */
export const STANDBY_READ = 'gcd:database.standby-read';

/** Whether it answered, or the primary had to: because it was `stale`, or `unavailable`. */
export type StandbyOutcome = 'answered' | 'stale' | 'unavailable';

/** Channel of `node:diagnostics_channel`: Redis has told of the calls of a turn. Its message is how many seconds that took. */
export const REDIS_ANSWERED = 'gcd:admission.redis-answered';
