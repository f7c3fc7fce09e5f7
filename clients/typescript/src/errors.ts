import type { ErrorDetails } from './schemas.js';

type Details<Name extends keyof ErrorDetails> = Required<Pick<ErrorDetails, Name>>;

/** Details of a failed request. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  /** HTTP status. */
  readonly status: number;
  readonly details?: ErrorDetails | undefined;
  /**
   * Request id to include in a problem report. Null if there was no response, or if the response did not come from the
   * API.
   */
  readonly requestId?: string | null;
  /** Seconds to wait before a retry, as requested by the API; null if the API requested no wait. */
  readonly retryAfter?: number | null;
}

/** Thrown if a request failed. Distinguish errors by class or by `code`; `message` is meant for humans. */
export class GradedCardDataError extends Error {
  readonly code: string;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Details of the error, such as `grader` and `cert`. */
  readonly details: ErrorDetails;
  /**
   * Request id to include in a problem report. Null if there was no response, or if the response did not come from the
   * API.
   */
  readonly requestId: string | null;
  /** Seconds to wait before a retry, as requested by the API; null if the API requested no wait. */
  readonly retryAfter: number | null;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = new.target.name;
    this.code = failure.code;
    this.status = failure.status;
    this.details = failure.details ?? {};
    this.requestId = failure.requestId ?? null;
    this.retryAfter = failure.retryAfter ?? null;
  }
}

/** `bad_request`: the request was rejected as a whole, for the reason in `details.type`. */
export class BadRequestError extends GradedCardDataError {
  declare readonly details: Details<'type'>;
}
/** `invalid_parameter`: see `details.parameter` and `details.reason`. */
export class InvalidParameterError extends GradedCardDataError {
  declare readonly details: Details<'parameter' | 'reason'>;
}
/** `invalid_grader`: the grader is unknown, or the operation does not support it. */
export class InvalidGraderError extends InvalidParameterError {}
/** `invalid_api_key`: the key is missing, wrong or disabled. */
export class InvalidApiKeyError extends GradedCardDataError {}
/** `forbidden`: the plan of the key does not permit the request. */
export class ForbiddenError extends GradedCardDataError {}
/** `not_found`: there is no such endpoint or catalog. Check the base URL. */
export class EndpointNotFoundError extends GradedCardDataError {}
/** Base class of the errors for a cert, card, spec or set that does not exist. */
export class NotFoundError extends GradedCardDataError {}
export class CertNotFoundError extends NotFoundError {
  declare readonly details: Details<'grader' | 'cert'>;
}
export class CardNotFoundError extends NotFoundError {}
export class SpecNotFoundError extends NotFoundError {
  declare readonly details: Details<'grader' | 'spec_id'>;
}
export class SetNotFoundError extends NotFoundError {
  declare readonly details: Details<'set_id'>;
}
/** `processing`: the item exists but is not ready yet. See the option `waitUntilReady`. */
export class ProcessingError extends GradedCardDataError {}
/** `rate_limited`: too many requests per second, for longer than the retry budget. */
export class RateLimitedError extends GradedCardDataError {}
/** `quota_exceeded`: the quota is used up, and resets in `retryAfter` seconds. Never retried. */
export class QuotaExceededError extends GradedCardDataError {}
/** `timeout_error`: the API did not finish the request in time. */
export class TimeoutError extends GradedCardDataError {}
/** `internal_error`: an error on the API's side. */
export class InternalError extends GradedCardDataError {}
/** `as_of_unavailable`: histories are temporarily unavailable. */
export class AsOfUnavailableError extends InternalError {}
/** `connection_failed`, raised by the client: no complete response arrived. See `cause`. */
export class ConnectionError extends GradedCardDataError {}
/** `unexpected_response`, raised by the client: the response came from another server, such as a proxy or a website. */
export class UnexpectedResponseError extends GradedCardDataError {}
/** `catalog_changed`, raised by the client: a newer build replaced the one being downloaded. */
export class CatalogChangedError extends GradedCardDataError {}
/** `catalog_unchanged`, raised by the client: the build with the ETag `ifNoneMatch` is still the newest. */
export class CatalogUnchangedError extends GradedCardDataError {}
/** `redirected`, raised by the client: the redirect would send the key to another origin. */
export class RedirectError extends GradedCardDataError {}

const CLASSES: Readonly<Record<string, typeof GradedCardDataError>> = {
  bad_request: BadRequestError,
  invalid_parameter: InvalidParameterError,
  invalid_grader: InvalidGraderError,
  invalid_api_key: InvalidApiKeyError,
  forbidden: ForbiddenError,
  not_found: EndpointNotFoundError,
  cert_not_found: CertNotFoundError,
  card_not_found: CardNotFoundError,
  spec_not_found: SpecNotFoundError,
  set_not_found: SetNotFoundError,
  processing: ProcessingError,
  rate_limited: RateLimitedError,
  quota_exceeded: QuotaExceededError,
  timeout_error: TimeoutError,
  internal_error: InternalError,
  as_of_unavailable: AsOfUnavailableError,
  connection_failed: ConnectionError,
  unexpected_response: UnexpectedResponseError,
  catalog_changed: CatalogChangedError,
  catalog_unchanged: CatalogUnchangedError,
  redirected: RedirectError,
};

/** Creates an error of the class for the failure's code. If the code is unknown, creates an error of the base class. */
export function errorOf(failure: Failure): GradedCardDataError {
  return new (CLASSES[failure.code] ?? GradedCardDataError)(failure);
}

// Error codes for responses without the API's envelope, for example from a proxy, a load balancer or a website. Other
// errors of such servers say nothing about the key or the item.
const CODE_BY_STATUS: Readonly<Record<number, string>> = {
  429: 'rate_limited',
  504: 'timeout_error',
};

/**
 * Returns the failure that a response describes, with or without the API's envelope.
 * @param body null if the response is not JSON
 */
export function failureOf(response: Response, body: unknown): Failure {
  const { error, meta } = (body ?? {}) as {
    error?: { code?: string; message?: string; details?: ErrorDetails };
    meta?: { request_id?: string };
  };
  const { status, headers } = response;
  const isFromApi = typeof error?.code === 'string';
  const unknown = status >= 500 ? 'internal_error' : 'unexpected_response';
  const code = isFromApi ? (error.code as string) : (CODE_BY_STATUS[status] ?? unknown);
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    code,
    message: (isFromApi && error.message) || messageOf(response, code),
    status,
    details: isFromApi ? error.details : undefined,
    requestId: meta?.request_id ?? headers.get('x-request-id'),
    retryAfter: Number.isFinite(seconds) && seconds >= 0 ? seconds : null,
  };
}

/** Whether a response has a content type that the API never sends for an operation, such as that of an HTML page. */
export function isForeign({ headers }: Response): boolean {
  const type = headers.get('content-type');
  return type !== null && !/^(application\/json|text\/csv)\b/i.test(type);
}

function messageOf(response: Response, code: string): string {
  const type = response.headers.get('content-type')?.split(';', 1)[0] ?? 'no content type';
  const found = `The response has the status ${response.status} and ${type}, and does not come from the API.`;
  return code === 'unexpected_response' ? `${found} Check the base URL and your proxy.` : found;
}

/** Whether the same request may succeed after a short wait. */
export function isRetryable({ code, status }: Pick<Failure, 'code' | 'status'>): boolean {
  return code === 'connection_failed' || code === 'rate_limited' || status >= 500;
}

/** Creates the error for a redirect that is not followed. @param to target of the redirect, if known */
export function redirectError({ status }: Response, to: URL | null): GradedCardDataError {
  const message = `The redirect of the API to ${to?.origin ?? 'an invalid URL'} was not followed. Check the base URL.`;
  return errorOf({ code: 'redirected', message, status });
}
