import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Minimum timeout in milliseconds for requests and database connections. `DEBUG_TIMEOUT_MS` sets it during development,
 * so that a developer can stop at a breakpoint. It is 0 otherwise.
 */
export const debugTimeoutMs = Number(process.env.DEBUG_TIMEOUT_MS) || 0;

export interface OperationContext {
  /** `performance.now()` timestamp after which the client stops waiting. */
  readonly deadline: number;
  /** Data version that the operation's reads must reflect; undefined if only the primary is certain to reflect it. */
  readonly requiredVersion: number | undefined;
}

export const operationContext = new AsyncLocalStorage<OperationContext>();

/** Thrown if the client has stopped waiting, so the result is no longer needed. */
export class DeadlineExceededError extends Error {
  override readonly name = 'DeadlineExceededError';

  constructor() {
    super('the client has stopped waiting');
  }
}
