import { receivedRequest } from '@gcd/contracts';
import { serviceUnavailable } from './api-errors.js';

/**
 * Validates a request from the gateway, adds defaults, and removes unknown fields. During a rolling update, a newer
 * gateway may send values that this version does not know.
 * @throws ApiError if the request is invalid
 */
export function validateRequest(subject: string, request: unknown): unknown {
  const result = receivedRequest(subject)?.safeParse(request);
  if (result?.error) throw serviceUnavailable(result.error);
  return result ? result.data : request;
}
