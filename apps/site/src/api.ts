import { readFileSync } from 'node:fs';
import {
  GradedCardDataClient,
  GradedCardDataError,
  type GradeRow,
  type KeptAnswer,
} from '@gcd/client';
import { LRUCache } from 'lru-cache';
import type { SiteConfig } from './config.js';
import { apiCalls } from './figures.js';

// Enough for a connection that broke because a gateway was replaced; what takes longer is for the visitor to try again.
const BUDGET_S = 0.5;
// Grades do not depend on data: a new version of the API may have more of them.
const GRADES_KEPT_MS = 600_000;

/** What a page can do without: what there is of it, or what kept it away. */
export type Part<Value> =
  | { readonly value: Value; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: unknown };

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
      timeout: config.API_PATIENCE_MS / 1000,
      answers: new LRUCache<string, KeptAnswer>({
        maxSize: config.KEPT_ANSWERS_MB * 1_000_000,
        sizeCalculation: ({ size }) => size,
      }),
      fetch: countingFetch,
    });
  }

  /** For all calls of one page: their waits together are no longer than a visitor's patience. */
  patience(): AbortSignal {
    return AbortSignal.timeout(this.config.API_PATIENCE_MS);
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
