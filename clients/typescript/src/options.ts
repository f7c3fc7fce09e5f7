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

/** A cached response. The client reuses it as long as the API confirms that the data has not changed. */
export interface CachedResponse {
  readonly etag: string;
  readonly data: unknown;
  /** Length of the JSON response in characters. */
  readonly size: number;
}

/** Stores responses by path and query. A `Map` is suitable, and so is a cache with eviction. */
export interface ResponseCache {
  get(target: string): CachedResponse | undefined;
  set(target: string, response: CachedResponse): unknown;
}

/** Options of a client. */
export interface ClientOptions {
  readonly apiKey: string;
  /** URL of the API (default: `http://localhost:3000`). */
  readonly baseUrl?: string | undefined;
  /**
   * Maximum total time in seconds that a request may spend on retries (default: 60). If the next wait would exceed this
   * time, the request fails immediately.
   */
  readonly budget?: number;
  /**
   * Retries a `202 processing` within the budget, until the images or the spec are ready. By default, such a request
   * fails immediately, because data arrives by import, often hours later.
   */
  readonly waitUntilReady?: boolean;
  /**
   * Maximum number of requests per second. By default, the client reads the limit from the API once, with a request
   * that is not charged.
   */
  readonly rateLimit?: number;
  /** Timeout for a response in seconds (default: 30). */
  readonly timeout?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Cache for responses, so that unchanged data is not transferred again. By default, responses are not cached. */
  readonly cache?: ResponseCache;
  /** Called before each wait for a retry. */
  readonly onWait?: (wait: Wait) => void;
}

/** Options of one request. */
export interface RequestOptions {
  /** Cancels the request, including its waits for retries. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the option `budget` of the client: seconds that this request may spend on retries. 0 for no retry. */
  readonly budget?: number | undefined;
  /** Replaces the option `waitUntilReady` of the client. */
  readonly waitUntilReady?: boolean | undefined;
}
