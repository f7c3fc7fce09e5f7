import {
  errorOf,
  type Failure,
  failureOf,
  GradedCardDataError,
  isForeign,
  isRetryable,
  redirectError,
} from './errors.js';
import { type Limit, limitOf } from './limits.js';
import type { ClientOptions, RequestOptions, Wait } from './options.js';
import { RateLimiter } from './rate-limiter.js';
import { RetryBudget } from './retry-budget.js';
import { orAborted, sleep } from './sleep.js';
import { VERSION } from './schemas.js';
import { checkedApiKey, checkedBaseUrl } from './settings.js';
import type { Usage } from './types.js';

const DEFAULT_BUDGET_S = 60;
const DEFAULT_TIMEOUT_S = 30;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
// Browsers send their own, and would ask servers of other origins whether they accept this header.
const USER_AGENT: Readonly<Record<string, string>> =
  typeof process === 'object' && process.versions?.node
    ? { 'user-agent': `gcd-client-typescript/${VERSION}` }
    : {};

export interface Target extends RequestOptions {
  /** Path and query of the request. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Read<Result> = (response: Response) => Promise<Result>;

/** Sends requests within the rate limit of the key, and retries temporary failures within a budget. */
export class HttpTransport {
  /** The latest values of each quota bucket, by name. */
  readonly limits = new Map<string, Limit>();
  private readonly options: Required<Omit<ClientOptions, 'rateLimit' | 'onWait' | 'cache'>>;
  private readonly onWait: ((wait: Wait) => void) | undefined;
  private limiter: Promise<RateLimiter> | undefined;
  private knownLimiter: RateLimiter | undefined;

  constructor({ onWait, rateLimit, ...options }: ClientOptions) {
    this.onWait = onWait;
    this.options = {
      apiKey: checkedApiKey(options.apiKey),
      baseUrl: checkedBaseUrl(options.baseUrl ?? 'http://localhost:3000'),
      budget: options.budget ?? DEFAULT_BUDGET_S,
      timeout: options.timeout ?? DEFAULT_TIMEOUT_S,
      waitUntilReady: options.waitUntilReady ?? false,
      // Wrap `fetch`, because browsers throw an error if `fetch` is called as a method of another object.
      fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
    };
    if (rateLimit !== undefined) {
      this.knownLimiter = new RateLimiter(Math.max(1, rateLimit));
      this.limiter = Promise.resolve(this.knownLimiter);
    }
  }

  /** Minimum time in seconds that a new request would wait because of the rate limit. */
  get waitSeconds(): number {
    return this.knownLimiter?.waitSeconds ?? 0;
  }

  /**
   * Sends a request, and retries it after a temporary failure until the retry budget is used up.
   * @param read reads the body of a response with data or with status 304; an error that it throws is treated as a
   * broken connection
   * @throws GradedCardDataError, or its subclass for the error code, if the failure is permanent or the retry budget is
   * used up. If the signal is aborted, throws its reason
   */
  async request<Result>(target: Target, read: Read<Result>): Promise<Result> {
    const budget = this.retryBudget(target.budget);
    for (;;) {
      const limiter = await orAborted(this.learnRate(), target.signal);
      const done = await limiter.acquire(target.signal);
      const outcome = await this.attempt(target, read, done);
      if ('result' in outcome) return outcome.result;
      const { code, retryAfter } = outcome.failure;
      if (code === 'rate_limited') limiter.slowDown((retryAfter ?? 1) * 1000);
      await this.waitBeforeRetry(outcome, target, budget);
    }
  }

  /** Creates a retry budget, which several requests can share. */
  retryBudget(seconds = this.options.budget): RetryBudget {
    return new RetryBudget(seconds);
  }

  /**
   * Waits before a retry.
   * @throws GradedCardDataError the error of the failure if a retry cannot help or the budget is used up
   */
  async waitBeforeRetry(
    { failure, cause }: Failed,
    target: Target,
    budget: RetryBudget,
  ): Promise<void> {
    const { code, message, status } = failure;
    const isWaiting =
      code === 'processing' && (target.waitUntilReady ?? this.options.waitUntilReady);
    // A 504 asks for a wait of minutes, but the next attempt usually succeeds.
    const retryAfter = status === 504 ? null : (failure.retryAfter ?? null);
    const seconds = isRetryable(failure) || isWaiting ? budget.next(retryAfter) : null;
    if (seconds === null) {
      throw Object.assign(errorOf(failure), cause === undefined ? {} : { cause });
    }
    this.onWait?.({ code, message, seconds, target: target.target });
    await sleep(seconds * 1000, target.signal);
  }

  private learnRate(): Promise<RateLimiter> {
    if (!this.limiter) {
      this.limiter = this.requestRate();
      // If the client could not read the rate limit, let the next request try again.
      this.limiter.catch(() => {
        this.limiter = undefined;
      });
    }
    return this.limiter;
  }

  private async requestRate(): Promise<RateLimiter> {
    const target = { target: '/v1/usage' };
    const budget = this.retryBudget();
    for (;;) {
      const read = async (response: Response): Promise<number> => {
        const { data } = (await response.json()) as { readonly data?: Partial<Usage> };
        const rate = data?.rate_limit_per_second;
        if (typeof rate !== 'number') throw new Error('the response has no rate limit');
        return rate;
      };
      const outcome = await this.attempt(target, read, () => undefined);
      if ('result' in outcome) {
        const limiter = new RateLimiter(Math.max(1, outcome.result));
        // The request that reads the rate limit must also go through the limiter, because the API counts it.
        (await limiter.acquire())();
        this.knownLimiter = limiter;
        return limiter;
      }
      await this.waitBeforeRetry(outcome, target, budget);
    }
  }

  private async attempt<Result>(
    { target, headers, signal }: Target,
    read: Read<Result>,
    responded: () => void,
  ): Promise<{ readonly result: Result } | Failed> {
    const stop = new AbortController();
    const abort = (): void => stop.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(() => {
      stop.abort(new Error(`There was no complete response within ${this.options.timeout} s.`));
    }, this.options.timeout * 1000);
    try {
      const response = await this.send(target, {
        headers: { ...USER_AGENT, ...headers, 'x-api-key': this.options.apiKey },
        signal: stop.signal,
      }).finally(responded);
      const limit = limitOf(response.headers);
      if (limit) this.limits.set(limit.bucket, limit);
      const { ok, status } = response;
      // A 304 response is possible only for a request with an `ETag`.
      const hasData = ok && status !== 202 && !isForeign(response);
      if (hasData || status === 304) return { result: await read(response) };
      const body = await response.json().catch(() => null);
      return { failure: failureOf(response, body) };
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof GradedCardDataError) throw cause;
      const message = `No complete response came from ${this.options.baseUrl}: ${reasonOf(cause)}`;
      return { failure: { code: 'connection_failed', message, status: 0 }, cause };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Sends a request. Follows redirects only within the origin of the API, so that no other server receives the key. */
  private async send(target: string, init: RequestInit): Promise<Response> {
    let url = new URL(this.options.baseUrl + target);
    for (let redirects = 0; ; redirects += 1) {
      const response = await this.options.fetch(url.href, { ...init, redirect: 'manual' });
      // Browsers do not reveal the target of a redirect.
      if (response.type === 'opaqueredirect') throw redirectError(response, null);
      const location = response.headers.get('location');
      if (!REDIRECTS.has(response.status) || location === null) return response;
      await response.body?.cancel();
      const next = URL.canParse(location, url.href) ? new URL(location, url) : null;
      if (next?.origin !== url.origin || redirects === MAX_REDIRECTS) {
        throw redirectError(response, next);
      }
      url = next;
    }
  }
}

export interface Failed {
  readonly failure: Failure;
  readonly cause?: unknown;
}

function reasonOf(cause: unknown): string {
  const { message, cause: inner } = cause as { message?: string; cause?: { code?: string } };
  return inner?.code ?? message ?? String(cause);
}
