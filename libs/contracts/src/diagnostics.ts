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
 * Channel of `node:diagnostics_channel` that announces each statement that no longer waits for a connection. The message
 * is the duration of the wait in seconds, or null if the statement was rejected.
 */
export const QUEUE_LEFT = 'gcd:database.queue-left';

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
