export type { CursorStore, FollowOptions } from './changes.js';
export { GradedCardDataClient } from './client.js';
export type { CatalogDownload, DownloadOptions } from './download.js';
export {
  AsOfUnavailableError,
  BadRequestError,
  CardNotFoundError,
  CatalogChangedError,
  CertNotFoundError,
  ConnectionError,
  EndpointNotFoundError,
  type ErrorDetails,
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
export type { Limit } from './limits.js';
export { type SlabCounts, slabCounts } from './slab-counts.js';
export type * from './types.js';
