/** Every error code of the API with its HTTP status. */
export const ERROR_STATUS = {
  bad_request: 400,
  invalid_parameter: 400,
  invalid_grader: 400,
  invalid_api_key: 401,
  forbidden: 403,
  not_found: 404,
  cert_not_found: 404,
  card_not_found: 404,
  spec_not_found: 404,
  set_not_found: 404,
  processing: 202,
  rate_limited: 429,
  quota_exceeded: 429,
  internal_error: 500,
  as_of_unavailable: 503,
  timeout_error: 504,
} as const;

/** A stable, machine-readable error code. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** Why a parameter was rejected (`details.reason` of `invalid_parameter`). */
export const PARAMETER_REASONS = [
  'missing',
  'malformed',
  'out_of_range',
  'in_future',
  'too_long',
  'not_accepted',
  'repeated',
] as const;

/** One of {@link PARAMETER_REASONS}. */
export type ParameterReason = (typeof PARAMETER_REASONS)[number];

/** Why a request was rejected as a whole (`details.type` of `bad_request`), with its HTTP status. */
export const BAD_REQUEST_STATUS = {
  malformed_uri: 400,
  malformed_query: 400,
  malformed_request: 400,
  unexpected_body: 400,
  invalid_host: 400,
  duplicate_header: 400,
  too_many_parameters: 400,
  method_not_allowed: 405,
  request_timeout: 408,
  request_too_large: 413,
  uri_too_long: 414,
  range_not_satisfiable: 416,
  expectation_failed: 417,
  headers_too_large: 431,
} as const;

/** One of the types of {@link BAD_REQUEST_STATUS}. */
export type BadRequestType = keyof typeof BAD_REQUEST_STATUS;

/** Context of an error for the client, without internals. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>;

/** Options of an {@link ApiError}. */
export interface ApiErrorOptions {
  /** Sent to the client in `error.details`. */
  readonly details?: ErrorDetails;
  /** Replaces the code's usual status: `bad_request` and `internal_error` have several. */
  readonly status?: number;
  /** For the log only. */
  readonly cause?: unknown;
}

/** An error response. Its code, message and details are for the client; its cause is for the log. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly details: ErrorDetails | undefined;

  /** @param message one sentence for people, without internals */
  constructor(
    readonly code: ErrorCode,
    message: string,
    options: ApiErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.status = options.status ?? ERROR_STATUS[code];
    this.details = options.details;
  }

  /** The member `error` of the error envelope. */
  toJSON(): { code: ErrorCode; message: string; details?: ErrorDetails } {
    return {
      code: this.code,
      message: this.message,
      ...(this.details && { details: this.details }),
    };
  }
}

/** The error for a request that is rejected as a whole. */
export function badRequest(type: BadRequestType, message: string): ApiError {
  return new ApiError('bad_request', message, {
    details: { type },
    status: BAD_REQUEST_STATUS[type],
  });
}

/**
 * The error for a missing or invalid parameter.
 * @param parameter its name in the query string
 * @param hint what is accepted, completing the sentence "`parameter` …"
 */
export function invalidParameter(
  parameter: string,
  reason: ParameterReason,
  hint: string,
): ApiError {
  return new ApiError('invalid_parameter', `\`${parameter}\` ${hint}`, {
    details: { parameter, reason },
  });
}

/** The error for data that depends on the latest recorded date, if there is none. */
export function asOfUnavailable(): ApiError {
  return new ApiError(
    'as_of_unavailable',
    'No population history is available right now. Try again later.',
  );
}

/**
 * The error for an unavailable dependency.
 * @param message one sentence for people
 * @param cause for the log
 */
export function unavailable(message: string, cause?: unknown): ApiError {
  return new ApiError('internal_error', message, {
    status: 503,
    details: { reason: 'dependency' },
    cause,
  });
}

/** The error for a request that is rejected because of overload. */
export function overloaded(message = 'The API is overloaded. Try again later.'): ApiError {
  return new ApiError('internal_error', message, {
    status: 503,
    details: { reason: 'overload' },
  });
}
