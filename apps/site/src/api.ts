import { readFileSync } from 'node:fs';
import {
  GradedCardDataClient,
  GradedCardDataError,
  type GradeRow,
  type KeptAnswer,
} from '@gcd/client';
import { LRUCache } from 'lru-cache';
import type { SiteConfig } from './config.js';
import { apiCalls } from './metrics.js';

// Enough for a connection that broke because a gateway was replaced, and for a 429. What takes longer is for the visitor to
// try again.
const BUDGET_S = 2.5;
// If the queue alone would use up so much of the time that a page has, the page fails at once.
const MAX_QUEUE_SHARE = 0.5;
// Grades do not depend on data: a new version of the API may have more of them.
const GRADES_KEPT_MS = 600_000;

/** What a page can do without: what there is of it, or what kept it away. */
export type Part<Value> =
  | { readonly value: Value; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: unknown };

/** More pages are requested than the rate of the site's key allows. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

/** The API as this site calls it. */
export class Api {
  readonly client: GradedCardDataClient;
  private grades: { readonly rows: readonly GradeRow[]; readonly at: number } | undefined;

  constructor(private readonly config: SiteConfig) {
    const apiKey = readFileSync(config.API_KEY_FILE, 'utf8').trim();
    if (apiKey === '') throw new Error(`API_KEY_FILE: ${config.API_KEY_FILE} is empty`);
    this.client = new GradedCardDataClient({
      baseUrl: config.API_URL,
      apiKey,
      budget: BUDGET_S,
      timeout: config.API_TIMEOUT_MS / 1000,
      answers: new LRUCache<string, KeptAnswer>({
        maxSize: config.RESPONSE_CACHE_MB * 1_000_000,
        sizeCalculation: ({ size }) => size,
      }),
      fetch: countingFetch,
    });
  }

  /**
   * Begins a page: its requests share one timeout.
   * @param maxMs shortens the timeout, for parts that the page can do without
   * @throws BusyError when so many requests are queued that the page would be late
   */
  begin(maxMs = Number.POSITIVE_INFINITY): AbortSignal {
    const timeoutMs = Math.min(this.config.API_TIMEOUT_MS, maxMs);
    if (this.client.waitSeconds * 1000 > timeoutMs * MAX_QUEUE_SHARE) throw new BusyError();
    return AbortSignal.timeout(timeoutMs);
  }

  /** The map of grades, asked for now and then. */
  async listGrades(signal: AbortSignal): Promise<readonly GradeRow[]> {
    if (this.grades && this.grades.at + GRADES_KEPT_MS > performance.now()) return this.grades.rows;
    const rows = await this.client.listGrades({ signal });
    this.grades = { rows, at: performance.now() };
    return rows;
  }
}

/** Waits for a part that the page can do without. */
export async function partOf<Value>(call: Promise<Value>): Promise<Part<Value>> {
  try {
    return { value: await call };
  } catch (error) {
    return { error };
  }
}

/** Whether something is the API's answer that there is nothing, or nothing for this site: asking again would not help. */
export function isSettled(error: unknown): boolean {
  if (!(error instanceof GradedCardDataError)) return false;
  return error.code === 'forbidden' || error.status === 404;
}

async function countingFetch(...args: Parameters<typeof fetch>): Promise<Response> {
  try {
    const response = await fetch(...args);
    apiCalls.inc({ status: response.status });
    return response;
  } catch (error) {
    apiCalls.inc({ status: 'none' });
    throw error;
  }
}
