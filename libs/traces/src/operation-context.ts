import { AsyncLocalStorage } from 'node:async_hooks';
import { ApiError } from '@gcd/contracts';

/**
 * The least timeout of requests and of database connections: `DEBUG_TIMEOUT_MS`, so that a debugger can hold a process at a breakpoint.
 * 0 outside of development.
 */
export const debugTimeoutMs = Number(process.env.DEBUG_TIMEOUT_MS) || 0;

/** What a service keeps of the operation that it is answering. */
export interface OperationContext {
  /** When its caller stops waiting, by this process' `performance.now()`. */
  readonly deadline: number;
  /** The data that it has read is at least as new as this data version; 0: not known. Statements lower it. */
  dataVersion: number;
  /** Told when the operation begins and ends to wait for time to pass. Meanwhile it is no load, and its latency says nothing. */
  idle(isIdle: boolean): void;
}

/** The operation that the current code works for. */
export const operationContext = new AsyncLocalStorage<OperationContext>();

/** The caller has stopped waiting: the work is not worth continuing, and a reply would not be read. */
export class DeadlineExceededError extends ApiError {
  constructor() {
    super('timeout_error', 'The request took too long. Try again later.');
  }
}
