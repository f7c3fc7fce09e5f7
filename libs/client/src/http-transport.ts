import {
  errorOf,
  type Failure,
  failureOf,
  GradedCardDataError,
  passes,
  redirectError,
} from './errors.js';
import { type Limit, limitOf } from './limits.js';
import { RateLimiter } from './rate-limiter.js';
import { orAborted, sleep } from './sleep.js';
import type { Usage } from './types.js';

const DEFAULT_BUDGET_S = 60;
const DEFAULT_TIMEOUT_S = 30;
const MAX_BACKOFF_S = 30;
const FIRST_BACKOFF_S = 0.25;
// The clients of an API that was away should not all come back at the same moment.
const SPREAD = 0.2;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;

/** Why and how long a call waits before it is made again. */
export interface Wait {
  /** Of the failure: `processing`, `rate_limited`, `timeout_error`, `internal_error`, `connection_failed` … */
  readonly code: string;
  readonly message: string;
  readonly seconds: number;
  /** Path and query of the call. */
  readonly target: string;
}

/** An answer that may be given again while the API says that it has not changed. */
export interface KeptAnswer {
  readonly etag: string;
  readonly data: unknown;
  /** Characters that it had as JSON. */
  readonly size: number;
}

/** Where answers are kept, by path and query: a `Map`, or a cache that forgets what is asked for least. */
export interface Answers {
  get(target: string): KeptAnswer | undefined;
  set(target: string, answer: KeptAnswer): unknown;
}

/** How a client behaves. */
export interface ClientOptions {
  readonly apiKey: string;
  /** Address of the API; `http://localhost:3000` when absent. */
  readonly baseUrl?: string;
  /** How many seconds one call may wait in all for what passes; 60 when absent. What would take longer is thrown at once. */
  readonly budget?: number;
  /** Calls a second at most. When absent it is asked of the API once, by a call that is not charged. */
  readonly rateLimit?: number;
  /** How many seconds an answer may take; 30 when absent. */
  readonly timeout?: number;
  /** In place of the global one. */
  readonly fetch?: typeof fetch;
  /** Keeps answers, so that what has not changed is not sent again; none are kept when absent. */
  readonly answers?: Answers;
  /** Told of every wait before a call is made again. */
  readonly onWait?: (wait: Wait) => void;
}

/** How one call is made. */
export interface CallOptions {
  /** Gives up the call, its waits included. */
  readonly signal?: AbortSignal | undefined;
}

/** A request to the API. */
export interface Target extends CallOptions {
  /** Path and query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Takes the body of an answer. */
export type Read<Result> = (response: Response) => Promise<Result>;

/** Sends requests to the API, within the rate of the key, and retries temporary failures within a budget. */
export class HttpTransport {
  /** What was last told of each bucket. */
  readonly limits = new Map<string, Limit>();
  private readonly options: Required<Omit<ClientOptions, 'rateLimit' | 'onWait' | 'answers'>>;
  private readonly onWait: ((wait: Wait) => void) | undefined;
  private limiter: Promise<RateLimiter> | undefined;
  private knownLimiter: RateLimiter | undefined;

  constructor({ onWait, rateLimit, ...options }: ClientOptions) {
    this.onWait = onWait;
    this.options = {
      apiKey: options.apiKey,
      baseUrl: (options.baseUrl ?? 'http://localhost:3000').replace(/\/+$/, ''),
      budget: options.budget ?? DEFAULT_BUDGET_S,
      timeout: options.timeout ?? DEFAULT_TIMEOUT_S,
      // Browsers want it called as a function of their own.
      fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
    };
    if (rateLimit !== undefined) {
      this.knownLimiter = new RateLimiter(Math.max(1, rateLimit));
      this.limiter = Promise.resolve(this.knownLimiter);
    }
  }

  /** How long a request would wait for its turn, at least, in seconds. */
  get waitSeconds(): number {
    return this.knownLimiter?.waitSeconds ?? 0;
  }

  /**
   * Calls until there is an answer of 2xx, or of 304.
   * @param read takes its body; what it throws is a broken connection
   * @throws GradedCardDataError of the class of its code; the signal's reason when that is aborted
   */
  async call<Result>(target: Target, read: Read<Result>): Promise<Result> {
    const budget = this.retryBudget();
    for (;;) {
      const limiter = await orAborted(this.learnRate(), target.signal);
      const done = await limiter.acquire(target.signal);
      const outcome = await this.attempt(target, read, done);
      if ('result' in outcome) return outcome.result;
      const { code, retryAfter } = outcome.failure;
      if (code === 'rate_limited') limiter.slowDown((retryAfter ?? 1) * 1000);
      await this.rest(outcome, target, budget);
    }
  }

  /** A new budget, for work of several requests. */
  retryBudget(): RetryBudget {
    return new RetryBudget(this.options.budget);
  }

  /**
   * Waits before something is tried again.
   * @throws its error, when that is of no use or the budget is used up
   */
  async rest({ failure, cause }: Failed, target: Target, budget: RetryBudget): Promise<void> {
    const { code, message } = failure;
    const seconds = passes(failure) ? budget.next(failure.retryAfter ?? null) : null;
    if (seconds === null) {
      throw Object.assign(errorOf(failure), cause === undefined ? {} : { cause });
    }
    this.onWait?.({ code, message, seconds, target: target.target });
    await sleep(seconds * 1000, target.signal);
  }

  private learnRate(): Promise<RateLimiter> {
    if (!this.limiter) {
      this.limiter = this.requestRate();
      // The next request tries again.
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
        const { data } = (await response.json()) as { readonly data: Usage };
        return data.rate_limit_per_second;
      };
      const outcome = await this.attempt(target, read, () => undefined);
      if ('result' in outcome) {
        const limiter = new RateLimiter(Math.max(1, outcome.result));
        // This request was counted as well.
        (await limiter.acquire())();
        this.knownLimiter = limiter;
        return limiter;
      }
      await this.rest(outcome, target, budget);
    }
  }

  private async attempt<Result>(
    { target, headers, signal }: Target,
    read: Read<Result>,
    answered: () => void,
  ): Promise<{ readonly result: Result } | Failed> {
    const stop = new AbortController();
    const abort = (): void => stop.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(() => {
      stop.abort(new Error(`There was no answer for ${this.options.timeout} s.`));
    }, this.options.timeout * 1000);
    try {
      const response = await this.send(target, {
        headers: { ...headers, 'x-api-key': this.options.apiKey },
        signal: stop.signal,
      }).finally(answered);
      const limit = limitOf(response.headers);
      if (limit) this.limits.set(limit.bucket, limit);
      const { ok, status } = response;
      // 304 comes only to those who told what they have.
      if ((ok && status !== 202) || status === 304) return { result: await read(response) };
      const body = await response.json().catch(() => null);
      return { failure: failureOf(response, body) };
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof GradedCardDataError) throw cause;
      const message = `No whole answer came from ${this.options.baseUrl}: ${reasonOf(cause)}`;
      return { failure: { code: 'connection_failed', message, status: 0 }, cause };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Follows redirects within the origin of the API. Any other server would be sent the key. */
  private async send(target: string, init: RequestInit): Promise<Response> {
    let url = new URL(this.options.baseUrl + target);
    for (let redirects = 0; ; redirects += 1) {
      const response = await this.options.fetch(url.href, { ...init, redirect: 'manual' });
      // Browsers do not tell where a redirect leads.
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

/** A failed attempt. */
export interface Failed {
  readonly failure: Failure;
  readonly cause?: unknown;
}

/** How long retries may take in all, from the first failure on. */
export class RetryBudget {
  private tries = 0;
  private deadline: number | undefined;

  /** @param budget seconds */
  constructor(private readonly budget: number) {}

  /**
   * How many seconds to wait now.
   * @param asked how long the other side asks to wait, when it does
   * @returns null when that is more than is left
   */
  next(asked: number | null): number | null {
    const now = performance.now();
    this.deadline ??= now + this.budget * 1000;
    const least = asked ?? Math.min(MAX_BACKOFF_S, FIRST_BACKOFF_S * 2 ** this.tries);
    this.tries += 1;
    if (now + least * 1000 > this.deadline) return null;
    return least + Math.min(least, 1) * SPREAD * Math.random();
  }
}

function reasonOf(cause: unknown): string {
  const { message, cause: inner } = cause as { message?: string; cause?: { code?: string } };
  return inner?.code ?? message ?? String(cause);
}
