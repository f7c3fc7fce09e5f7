import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Minimum timeout of requests and database connections: `DEBUG_TIMEOUT_MS`. It lets a developer stop at a breakpoint
 * without a timeout, and is 0 outside of development.
 */
export const debugTimeoutMs = Number(process.env.DEBUG_TIMEOUT_MS) || 0;

/** State of the operation that a service is handling. */
export interface OperationContext {
  /** The time at which the client stops waiting, as a `performance.now()` timestamp. */
  readonly deadline: number;
  /** Lower bound on the data version of all rows that the operation has read; 0 if unknown. Statements lower it. */
  dataVersion: number;
  /** Minimum data version that the operation's reads must reflect; undefined if the client did not state one. */
  readonly requiredVersion: number | undefined;
  /**
   * Called with true when the operation starts to wait for a deliberate delay, and with false when the delay ends. Such
   * idle time counts neither as load nor as latency.
   */
  idle(isIdle: boolean): void;
}

/** Context of the operation that the current code runs in. */
export const operationContext = new AsyncLocalStorage<OperationContext>();

/** The client has stopped waiting, so the work is no longer needed. */
export class DeadlineExceededError extends Error {
  override readonly name = 'DeadlineExceededError';

  constructor() {
    super('the client has stopped waiting');
  }
}
