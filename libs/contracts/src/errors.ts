/** Every error code of the API with the HTTP status it is answered with. */
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
  processing: 202,
  rate_limited: 429,
  quota_exceeded: 429,
  internal_error: 500,
  as_of_unavailable: 503,
  timeout_error: 504,
} as const;

/** A stable, machine-readable error code. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** Why a parameter was refused (`details.reason` of `invalid_parameter`). */
export type ParameterReason =
  | 'missing'
  | 'malformed'
  | 'out_of_range'
  | 'in_future'
  | 'too_long'
  | 'not_accepted'
  | 'repeated';

/** Context of an error for the client. Never anything internal. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>;

/** What else an {@link ApiError} may carry. */
export interface ApiErrorOptions {
  /** Shown to the client in `error.details`. */
  readonly details?: ErrorDetails;
  /** Instead of the code's usual status: `bad_request` and `internal_error` have several. */
  readonly status?: number;
  /** For the log only. */
  readonly cause?: unknown;
}

/** An answer that is not a success. Its code, message and details are for the client; its cause is for the log. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly details: ErrorDetails | undefined;

  /** @param message one sentence for people, safe to show to anyone */
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

/**
 * The error for a parameter that is missing or invalid.
 * @param parameter its name in the query string
 * @param hint what would be accepted, completing "`parameter` …"
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
