/** A wait before a retry. */
export interface Wait {
  /**
   * Code of the failure: `processing`, `rate_limited`, `timeout_error`, `internal_error`, `connection_failed`
   * …
   */
  readonly code: string;
  readonly message: string;
  readonly seconds: number;
  /** Path and query of the request. */
  readonly target: string;
}

/** A cached response, which is reused until the API returns a different one. */
export interface CachedResponse {
  readonly etag: string;
  readonly data: unknown;
  /** Length of the JSON response in characters. */
  readonly size: number;
}

/** Stores responses by path and query: a `Map`, or a cache with eviction. */
export interface ResponseCache {
  get(target: string): CachedResponse | undefined;
  set(target: string, response: CachedResponse): unknown;
}

/** Options of a client. */
export interface ClientOptions {
  readonly apiKey: string;
  /** URL of the API (default: `http://localhost:3000`). */
  readonly baseUrl?: string;
  /**
   * Maximum total time in seconds that one request may wait for retries (default: 60). If a wait would exceed
   * it, the request fails immediately.
   */
  readonly budget?: number;
  /**
   * Maximum number of requests per second. By default, the client reads the limit from the API once, with a request
   * that is not charged.
   */
  readonly rateLimit?: number;
  /** Timeout for a response in seconds (default: 30). */
  readonly timeout?: number;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Stores responses, so that unchanged data is not transferred again. By default, responses are not cached. */
  readonly cache?: ResponseCache;
  /** Called before each wait for a retry. */
  readonly onWait?: (wait: Wait) => void;
}

/** Options of one request. */
export interface RequestOptions {
  /** Cancels the request, including its waits. */
  readonly signal?: AbortSignal | undefined;
}
