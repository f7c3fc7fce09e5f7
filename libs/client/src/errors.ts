/** What `error.details` may hold: context such as the parameter that was refused. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>;

/** What is known of a failure. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  /** HTTP status. */
  readonly status: number;
  readonly details?: ErrorDetails | undefined;
  /** Name it when you report a problem. Null when something in between answered. */
  readonly requestId?: string | null;
  /** Seconds that the API asks to wait. */
  readonly retryAfter?: number | null;
}

/** An answer that is not a success. There is a class for each code, so branch on `instanceof` or on `code`. */
export class GradedCardDataError extends Error {
  readonly code: string;
  /** HTTP status. */
  readonly status: number;
  readonly details: ErrorDetails;
  /** Name it when you report a problem. Null when something in between answered. */
  readonly requestId: string | null;
  /** Seconds that the API asked to wait, for what passes; else null. */
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

/** `bad_request`: refused as a whole; `details.type` says why. */
export class BadRequestError extends GradedCardDataError {}
/** `invalid_parameter`: `details.parameter` and `details.reason` say which and why. */
export class InvalidParameterError extends GradedCardDataError {}
/** `invalid_grader`: there is no such grader, or the operation has none of it. */
export class InvalidGraderError extends InvalidParameterError {}
/** `invalid_api_key`: the key is missing, wrong or disabled. */
export class InvalidApiKeyError extends GradedCardDataError {}
/** `forbidden`: the plan of the key does not permit it. */
export class ForbiddenError extends GradedCardDataError {}
/** `not_found`: what was asked for does not exist. */
export class NotFoundError extends GradedCardDataError {}
/** `cert_not_found` */
export class CertNotFoundError extends NotFoundError {}
/** `card_not_found` */
export class CardNotFoundError extends NotFoundError {}
/** `spec_not_found` */
export class SpecNotFoundError extends NotFoundError {}
/** `set_not_found` */
export class SetNotFoundError extends NotFoundError {}
/** `processing`: known, but not ready within the time that the client may wait. */
export class ProcessingError extends GradedCardDataError {}
/** `rate_limited`: too many calls a second, for longer than the client may wait. */
export class RateLimitedError extends GradedCardDataError {}
/** `quota_exceeded`: nothing is left until the period ends, in `retryAfter` seconds. Never tried again by itself. */
export class QuotaExceededError extends GradedCardDataError {}
/** `timeout_error`: it took the API too long. */
export class TimeoutError extends GradedCardDataError {}
/** `internal_error`: something is wrong on the other side. */
export class InternalError extends GradedCardDataError {}
/** `as_of_unavailable`: histories cannot be had at the moment. */
export class AsOfUnavailableError extends InternalError {}
/** `connection_failed`, a code of the client: no whole answer came. `cause` has the reason. */
export class ConnectionError extends GradedCardDataError {}
/** `catalog_changed`, a code of the client: the build that was being downloaded is not kept any more. Begin again. */
export class CatalogChangedError extends GradedCardDataError {}
/** `redirected`, a code of the client: the API redirects to another origin, which must not be sent the key. */
export class RedirectError extends GradedCardDataError {}

const CLASSES: Readonly<Record<string, typeof GradedCardDataError>> = {
  bad_request: BadRequestError,
  invalid_parameter: InvalidParameterError,
  invalid_grader: InvalidGraderError,
  invalid_api_key: InvalidApiKeyError,
  forbidden: ForbiddenError,
  not_found: NotFoundError,
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
  catalog_changed: CatalogChangedError,
  redirected: RedirectError,
};

/** The error of the class that its code has; of the common one when the code is new. */
export function errorOf(failure: Failure): GradedCardDataError {
  return new (CLASSES[failure.code] ?? GradedCardDataError)(failure);
}

// What a proxy or load balancer in between may answer, which knows nothing of our codes.
const CODE_BY_STATUS: Readonly<Record<number, string>> = {
  202: 'processing',
  401: 'invalid_api_key',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
  504: 'timeout_error',
};

/** The failure that an answer tells of, in our envelope or not. @param body of the answer, or null when it is no JSON */
export function failureOf(response: Response, body: unknown): Failure {
  const { error, meta } = (body ?? {}) as {
    error?: { code?: string; message?: string; details?: ErrorDetails };
    meta?: { request_id?: string };
  };
  const { status, headers } = response;
  const unknown = status >= 500 ? 'internal_error' : 'bad_request';
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    code: error?.code ?? CODE_BY_STATUS[status] ?? unknown,
    message: error?.message ?? `The answer was ${status}, without a reason.`,
    status,
    details: error?.details,
    requestId: meta?.request_id ?? headers.get('x-request-id'),
    retryAfter: Number.isFinite(seconds) && seconds >= 0 ? seconds : null,
  };
}

/** Whether asking again later may help. */
export function passes({ code, status }: Pick<Failure, 'code' | 'status'>): boolean {
  if (code === 'connection_failed') return true;
  return code === 'processing' || code === 'rate_limited' || status >= 500;
}

/** The error for a redirect that is not followed. @param to where it leads, when that is known */
export function redirectError({ status }: Response, to: URL | null): GradedCardDataError {
  const message = `The API redirects to ${to?.origin ?? 'another address'}, which was not followed: check the base URL.`;
  return errorOf({ code: 'redirected', message, status });
}
