/** A wait before a retry. */
export interface Wait {
  /** Of the failure: `processing`, `rate_limited`, `timeout_error`, `internal_error`, `connection_failed` … */
  readonly code: string;
  readonly message: string;
  readonly seconds: number;
  /** Path and query of the request. */
  readonly target: string;
}

/** A response that is reused while the API says that it has not changed. */
export interface CachedResponse {
  readonly etag: string;
  readonly data: unknown;
  /** Characters that the response had as JSON. */
  readonly size: number;
}

/** Stores responses by path and query: a `Map`, or a cache that evicts. */
export interface ResponseCache {
  get(target: string): CachedResponse | undefined;
  set(target: string, response: CachedResponse): unknown;
}

/** Options of a client. */
export interface ClientOptions {
  readonly apiKey: string;
  /** URL of the API (default: `http://localhost:3000`). */
  readonly baseUrl?: string;
  /** Seconds that one request may wait for retries in total (default: 60). If a wait would exceed it, the request fails at once. */
  readonly budget?: number;
  /** Requests per second at most. By default, the client requests it from the API once, which is not charged. */
  readonly rateLimit?: number;
  /** Seconds that a response may take (default: 30). */
  readonly timeout?: number;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Stores responses, so that unchanged ones are not transferred again. By default, there is no cache. */
  readonly cache?: ResponseCache;
  /** Called before each wait of a retry. */
  readonly onWait?: (wait: Wait) => void;
}

/** Options of one request. */
export interface RequestOptions {
  /** Cancels the request, its waits included. */
  readonly signal?: AbortSignal | undefined;
}
