export type { ApiPromise, ApiResponse } from './api-promise.js';
export { inBatches } from './batches.js';
export type { CursorStore, FollowOptions, WatchedChange, WatchOptions } from './changes.js';
export { GradedCardDataClient } from './client.js';
export type { CatalogDownload, DownloadOptions } from './download.js';
export {
  AsOfUnavailableError,
  BadRequestError,
  CardNotFoundError,
  CatalogChangedError,
  CatalogUnchangedError,
  CertNotFoundError,
  ConnectionError,
  EndpointNotFoundError,
  ForbiddenError,
  GradedCardDataError,
  InternalError,
  InvalidApiKeyError,
  InvalidGraderError,
  InvalidParameterError,
  NotFoundError,
  ProcessingError,
  QuotaExceededError,
  RateLimitedError,
  RedirectError,
  SetNotFoundError,
  SpecNotFoundError,
  TimeoutError,
  UnexpectedResponseError,
} from './errors.js';
export type {
  CachedResponse,
  ClientOptions,
  RequestOptions,
  ResponseCache,
  Wait,
} from './options.js';
export { isErrorCode, isErrorReason, isGradeKey, isGrader, isGraderName } from './guards.js';
export type { Limit } from './limits.js';
export { type SlabCounts, slabCounts } from './slab-counts.js';
export {
  ERROR_CODES,
  ERROR_REASONS,
  GRADE_KEYS,
  GRADER_NAMES,
  GRADERS,
  VERSION,
} from './schemas.js';
export type * from './types.js';
