/**
 * Channel of `node:diagnostics_channel` that announces each new pool of database connections. The message is a
 * {@link PoolState}.
 */
export const POOL_MADE = 'gcd:database.pool-made';

export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  /** Number of statements that are waiting for a connection. */
  readonly waitingCount: number;
}

/**
 * Channel of `node:diagnostics_channel` that announces each statement that combines several lookups. The message is the
 * number of lookups.
 */
export const BATCH_SENT = 'gcd:database.batch-sent';

/**
 * Channel of `node:diagnostics_channel` that announces each item that leaves a queue of database work. The message is a
 * {@link QueueOutcome}.
 */
export const QUEUE_LEFT = 'gcd:database.queue-left';

/**
 * How an item left the queue: `served` after `ms` milliseconds, or rejected because of `overload` or because its
 * `deadline` had passed.
 */
export interface QueueOutcome {
  readonly outcome: 'served' | 'overload' | 'deadline';
  readonly ms?: number | undefined;
}

/**
 * Channel of `node:diagnostics_channel` that announces the outcome of each attempt to read from a standby. The message
 * is a {@link StandbyOutcome}.
 */
export const STANDBY_READ = 'gcd:database.standby-read';

/**
 * Outcome of an attempt to read from a standby. If the standby was `stale` or `unavailable`, the query went to the
 * primary.
 */
export type StandbyOutcome = 'served' | 'stale' | 'unavailable';

/**
 * Channel of `node:diagnostics_channel` that announces each reply from Redis. One reply covers all requests of an
 * event-loop tick. The message is the time until the reply arrived, in seconds.
 */
export const REDIS_DURATION = 'gcd:admission.redis-duration';
