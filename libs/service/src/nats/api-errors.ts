import { ApiError, overloaded, unavailable } from '@gcd/contracts';
import { DatabaseFailure } from '@gcd/database/errors';
import { DeadlineExceededError } from '@gcd/traces/operation-context';

/**
 * The error response for an exception of a handler. Libraries throw errors of their own, which become errors
 * of the API only here.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DeadlineExceededError) return tooLate(error);
  if (error instanceof DatabaseFailure) {
    if (error.reason === 'overload') return overloaded();
    if (error.reason === 'timeout') return tooLate(error.cause);
    return unavailable('The data is not available right now. Try again soon.', error.cause);
  }
  return new ApiError('internal_error', 'Something went wrong on our side. Try again later.', {
    cause: error,
  });
}

/** Whether a request was refused because of too many others. */
export function isOverload({ details }: ApiError): boolean {
  return details?.reason === 'overload';
}

/** Whether the client had stopped waiting. */
export function isLate({ cause }: ApiError): boolean {
  return cause instanceof DeadlineExceededError;
}

/** The error response for a request that took too long. */
export function tooLate(cause: unknown): ApiError {
  return new ApiError('timeout_error', 'The request took too long. Try again later.', { cause });
}
