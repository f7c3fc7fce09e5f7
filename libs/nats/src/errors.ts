import { ApiError, internalError, overloaded, unavailable } from '@gcd/contracts/errors';
import { DatabaseFailure } from '@gcd/database/errors';
import { DeadlineExceededError } from '@gcd/process/operation-context';

/** Converts an exception from a handler to an error response. Exceptions from libraries are converted only here. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DeadlineExceededError) return timedOut(error);
  if (error instanceof DatabaseFailure) {
    if (error.reason === 'overload') return overloaded();
    if (error.reason === 'timeout') return timedOut(error.cause);
    return unavailable('The data is not available right now. Try again soon.', error.cause);
  }
  return internalError(error);
}

/** Whether a request was rejected because the service was overloaded. */
export function isOverload({ details }: ApiError): boolean {
  return details?.reason === 'overload';
}

/** Whether a request was rejected because the client had stopped waiting. */
export function isPastDeadline({ cause }: ApiError): boolean {
  return cause instanceof DeadlineExceededError;
}

/** Creates the error for a request that took too long. */
export function timedOut(cause: unknown): ApiError {
  return new ApiError('timeout_error', 'The request took too long. Try again later.', { cause });
}

/** Creates the error for a request that no instance of a service can handle. */
export function serviceUnavailable(cause?: unknown): ApiError {
  return unavailable('This part of the service is not available right now. Try again soon.', cause);
}
