/** Every error code of the API, with its usual HTTP status and its meaning. */
export const ERRORS = {
  bad_request: {
    status: 400,
    meaning: 'The request was rejected as a whole; `details.type` says why.',
  },
  invalid_parameter: {
    status: 400,
    meaning:
      'A parameter is missing or invalid; `details.parameter` names it and `details.reason` says why.',
  },
  invalid_grader: {
    status: 400,
    meaning: 'Unknown grader, or one that this operation does not support.',
  },
  invalid_api_key: { status: 401, meaning: 'The key is missing, unknown, disabled or expired.' },
  forbidden: {
    status: 403,
    meaning:
      'The key lacks a permission or access to a catalog; `details.permission` or `details.catalog` names it.',
  },
  not_found: { status: 404, meaning: 'There is no such endpoint or catalog.' },
  cert_not_found: { status: 404, meaning: 'No cert has this number.' },
  card_not_found: { status: 404, meaning: 'There is no such card, or none for this spec.' },
  spec_not_found: { status: 404, meaning: 'No spec has this number.' },
  set_not_found: { status: 404, meaning: 'No set has this id.' },
  processing: {
    status: 202,
    meaning: 'Known, but not ready yet. Retry after `Retry-After` seconds.',
  },
  rate_limited: {
    status: 429,
    meaning:
      'Too many requests in one second, too many open requests, or too many failed keys from one IP address in one minute. Not counted against the quota.',
  },
  quota_exceeded: {
    status: 429,
    meaning:
      'The quota of the period is used up until `X-RateLimit-Reset`, or a batch needs more than `X-RateLimit-Remaining`.',
  },
  internal_error: {
    status: 500,
    meaning:
      'Something failed on our side. Not counted against the quota. With status 503, `details.reason` says why.',
  },
  as_of_unavailable: {
    status: 503,
    meaning: 'Historical data is temporarily unavailable. Retry after `Retry-After` seconds.',
  },
  timeout_error: {
    status: 504,
    meaning: 'The request took too long. Retry after `Retry-After` seconds.',
  },
} as const satisfies Record<string, { readonly status: number; readonly meaning: string }>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * Reasons why a parameter was rejected, with their meanings. They are sent as `details.reason` of `invalid_parameter`
 * and `invalid_grader`.
 */
export const PARAMETER_REASONS = {
  missing: 'A required parameter is absent or empty.',
  malformed: 'The value does not have the required form.',
  out_of_range: 'The value is outside the accepted range.',
  in_future: 'The date is after today, in UTC.',
  too_long: 'The value has too many characters.',
  not_accepted: 'The operation does not accept this parameter or this value.',
  repeated: 'The parameter was sent more than once, or under two of its names.',
} as const;

export type ParameterReason = keyof typeof PARAMETER_REASONS;

/**
 * Reasons why the API cannot serve a request at the moment, with their meanings. They are sent as `details.reason` of
 * `internal_error` with status 503.
 */
export const UNAVAILABLE_REASONS = {
  overload: 'The API is overloaded.',
  dependency: 'A part of the service is unavailable.',
} as const;

/** Reasons for `rate_limited`, with their meanings. They are sent as `details.reason`, which is otherwise absent. */
export const RATE_REASONS = {
  concurrency: 'The account has too many requests whose responses it has not read.',
} as const;

/** Maximum length of the URL of a request, in characters. */
export const MAX_URL = 8192;
/** Number of headers from which a request is rejected. */
export const MAX_HEADERS = 100;
/** Maximum number of query parameters of a request. */
export const MAX_PARAMETERS = 32;

/**
 * Reasons why a request was rejected as a whole, with their HTTP statuses and meanings. They are sent as `details.type`
 * of `bad_request`.
 */
export const BAD_REQUESTS = {
  malformed_uri: { status: 400, meaning: 'The path is not well formed, or ambiguous.' },
  malformed_query: { status: 400, meaning: 'The query string is not well formed.' },
  malformed_request: { status: 400, meaning: 'The message is not well-formed HTTP.' },
  unexpected_body: { status: 400, meaning: 'The request has a body.' },
  invalid_host: { status: 400, meaning: 'The header `Host` is missing, repeated or invalid.' },
  duplicate_header: { status: 400, meaning: 'The header `x-api-key` was sent more than once.' },
  too_many_parameters: {
    status: 400,
    meaning: `The query string has more than ${MAX_PARAMETERS} parameters.`,
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The method is not `GET`, `HEAD` or `OPTIONS`, which `Allow` lists.',
  },
  request_timeout: { status: 408, meaning: 'The request did not arrive in time.' },
  request_too_large: { status: 413, meaning: 'The request body is too large.' },
  uri_too_long: {
    status: 414,
    meaning: `The URL has more than ${MAX_URL.toLocaleString('en')} characters.`,
  },
  range_not_satisfiable: {
    status: 416,
    meaning: 'Downloads only: the requested range begins beyond the end of the file.',
  },
  expectation_failed: {
    status: 417,
    meaning: 'The value of the header `Expect` is not supported.',
  },
  headers_too_large: {
    status: 431,
    meaning: `The headers are too large, or there are ${MAX_HEADERS} or more.`,
  },
} as const satisfies Record<string, { readonly status: number; readonly meaning: string }>;

export type BadRequestType = keyof typeof BAD_REQUESTS;

/** Details of an error that the client receives. They contain no internal information. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>;

export interface ApiErrorOptions {
  /** Details for the client, sent as `error.details`. */
  readonly details?: ErrorDetails;
  /**
   * HTTP status for a code that has several (`bad_request` and `internal_error`). Defaults to the usual status for the
   * code.
   */
  readonly status?: number;
  /** Seconds after which a retry can succeed, sent as `Retry-After`. By default, they depend on the status. */
  readonly retryAfter?: number;
  /** The underlying error, which is only logged. */
  readonly cause?: unknown;
}

/** An error response. The code, message and details are for the client; the cause is for the log. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly details: ErrorDetails | undefined;
  readonly retryAfter: number | undefined;

  /** @param message one sentence for humans, without internal information */
  constructor(
    readonly code: ErrorCode,
    message: string,
    options: ApiErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.status = options.status ?? ERRORS[code].status;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }

  /** Returns the `error` property of the response. */
  toJSON(): { code: ErrorCode; message: string; details?: ErrorDetails } {
    return {
      code: this.code,
      message: this.message,
      ...(this.details && { details: this.details }),
    };
  }
}

/** Creates the error for a request that is rejected as a whole. */
export function badRequest(type: BadRequestType, message: string): ApiError {
  return new ApiError('bad_request', message, {
    details: { type },
    status: BAD_REQUESTS[type].status,
  });
}

/**
 * Creates the error for a missing or invalid parameter.
 * @param parameter name of the parameter in the query string
 * @param hint the accepted values, as the rest of a sentence that starts with the name of the parameter
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

/** Creates the error for a request that depends on the latest recorded date, if no date has been recorded yet. */
export function asOfUnavailable(): ApiError {
  return new ApiError(
    'as_of_unavailable',
    'No population history is available right now. Try again later.',
  );
}

/** Creates the error for an unexpected failure. @param cause for the log */
export function internalError(cause: unknown): ApiError {
  return new ApiError('internal_error', 'Something went wrong on our side. Try again later.', {
    cause,
  });
}

/**
 * Creates the error for an unavailable dependency.
 * @param message one sentence for humans
 * @param cause for the log
 */
export function unavailable(message: string, cause?: unknown): ApiError {
  return new ApiError('internal_error', message, {
    status: 503,
    details: { reason: 'dependency' },
    cause,
  });
}

/** Creates the error for a request that is rejected because of overload. */
export function overloaded(message = 'The API is overloaded. Try again later.'): ApiError {
  return new ApiError('internal_error', message, {
    status: 503,
    details: { reason: 'overload' },
  });
}
