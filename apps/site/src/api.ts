import { readFileSync } from 'node:fs';
import {
  type Activity,
  type AuthenticationRecord,
  type CachedResponse,
  type Card,
  type CardHistory,
  type CardPopulationBatch,
  type Cert,
  type CertImages,
  ForbiddenError,
  GradedCardDataClient,
  type GradeMapRow,
  type GraderName,
  type ListPage,
  type Movers,
  NotFoundError,
  ProcessingError,
  type QueryOf,
  type SearchPage,
  type SearchResult,
  type CardSet,
} from '@gcd/client';
import { LRUCache } from 'lru-cache';
import { pageIdOf } from './addresses.js';
import { apiFetch } from './api-fetch.js';
import type { SiteConfig } from './config.js';
import { apiRequests } from './metrics.js';
import { cardsNamed, type NamedCards, yearsOf } from './name.js';
import type { Validity } from './page-cache.js';
import { given } from './query.js';

// Retry budget of an API request, in seconds. It is long enough for one retry after a 429, or after a gateway has been
// replaced.
const BUDGET_S = 2.5;
// Maximum fraction of a page's timeout that API requests may spend waiting for the rate limit. If the expected wait is
// longer, the page fails immediately.
const MAX_QUEUE_SHARE = 0.5;
// How long the grade map and the values of filters are reused, in milliseconds. They seldom change.
const GRADES_MAX_AGE_MS = 600_000;
// Number of pages of sets from which the categories and years are collected.
const MAX_CATEGORY_PAGES = 10;
const MAX_RECENT = 500;
// How long the site requests no images after a 403, in milliseconds. It then tries again, because the plan of its API
// key may have changed.
const FORBIDDEN_MAX_AGE_MS = 600_000;
/** The last page of a search. The API finds no more cards. */
export const MAX_SEARCH_PAGE = 10;
// Maximum number of search requests for the page of a name.
const MAX_NAME_REQUESTS = 60;
const MAX_QUERY = 200;
const CERT_INCLUDE = ['source', 'parsed_description', 'population'] as const;

/** Optional data of a page or, if the request for the data failed, the error. */
export type Part<Value> =
  | { readonly value: Value; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: unknown };

/** An API response or, if the request failed, the error code. */
export type ResponseOrCode = object | string | undefined;

/** The values that the filters of lists suggest: categories in alphabetical order, and years, newest first. */
export interface FilterValues {
  readonly categories: readonly string[];
  readonly years: readonly string[];
}

/** Thrown if too many requests are queued. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

export class Api {
  readonly client: GradedCardDataClient;
  private readonly maxAgeMs: number;
  /** Recent responses that can be reused without sending another request; undefined if reuse is disabled. */
  private readonly recent: LRUCache<string, object> | undefined;
  private readonly received = new WeakMap<
    object,
    { readonly id: number; readonly freshUntil: number }
  >();
  private lastId = 0;
  private imagesForbidden: { readonly error: Error; readonly until: number } | undefined;
  private filterValues:
    | { readonly until: number; readonly values: Promise<FilterValues> }
    | undefined;
  private grades: readonly GradeMapRow[] | undefined;

  constructor(private readonly config: SiteConfig) {
    const apiKey = readFileSync(config.API_KEY_FILE, 'utf8').trim();
    if (apiKey === '') throw new Error(`API_KEY_FILE: ${config.API_KEY_FILE} is empty`);
    this.client = new GradedCardDataClient({
      baseUrl: config.API_URL,
      apiKey,
      budget: BUDGET_S,
      timeout: config.API_TIMEOUT_MS / 1000,
      cache: new LRUCache<string, CachedResponse>({
        maxSize: config.RESPONSE_CACHE_MB * 1_000_000,
        sizeCalculation: ({ size }) => size,
      }),
      fetch: countingFetch,
    });
    this.maxAgeMs = config.RESPONSE_MAX_AGE_SECONDS * 1000;
    if (this.maxAgeMs > 0) this.recent = new LRUCache({ max: MAX_RECENT, ttl: this.maxAgeMs });
  }

  /**
   * Starts the timeout that all API requests for a page share.
   * @param maxMs shorter timeout in milliseconds, for optional parts of the page
   * @returns the signal to pass to these requests
   * @throws BusyError if so many requests are queued that the page would time out
   */
  begin(maxMs = Number.POSITIVE_INFINITY): AbortSignal {
    const timeoutMs = Math.min(this.config.API_TIMEOUT_MS, maxMs);
    if (this.client.waitSeconds * 1000 > timeoutMs * MAX_QUEUE_SHARE) throw new BusyError();
    return AbortSignal.timeout(timeoutMs);
  }

  /**
   * Returns the previous response to the same request if it is younger than `RESPONSE_MAX_AGE_SECONDS`. Otherwise,
   * sends the request. Errors are not reused.
   * @param parts the operation and its parameters, which identify the request
   */
  async reuse<Value extends object>(
    parts: readonly unknown[],
    request: () => Promise<Value>,
  ): Promise<Value> {
    const key = JSON.stringify(parts);
    const recent = this.recent?.get(key);
    if (recent) return recent as Value;
    const requestedAt = performance.now();
    const value = await request();
    this.recent?.set(key, value);
    this.receive(value, requestedAt + this.maxAgeMs);
    return value;
  }

  /**
   * Returns the version and freshness of a page that was built from the given API responses. A page without API
   * responses never expires.
   */
  validityOf(from: readonly ResponseOrCode[]): Validity {
    const soon = performance.now() + this.maxAgeMs;
    let freshUntil = Number.POSITIVE_INFINITY;
    const ids = from.map((each) => {
      const known = typeof each === 'object' ? this.received.get(each) : undefined;
      freshUntil = Math.min(freshUntil, known?.freshUntil ?? soon);
      return known?.id ?? String(each);
    });
    return { version: ids.join(), freshUntil };
  }

  /**
   * Assigns an id to a response, and records how long the response is fresh. If the data has not changed, the client
   * returns the same object again, which keeps its id.
   */
  private receive(response: object, freshUntil: number): void {
    this.lastId += 1;
    const id = this.received.get(response)?.id ?? this.lastId;
    this.received.set(response, { id, freshUntil });
  }

  /** Requests one card with its population and growth. @param id a universal card id, or the id of a grader card */
  getCard(id: string, signal: AbortSignal): Promise<Card> {
    return this.reuse(['card', id], () =>
      this.client.getCard(id, { auto_split: true, include: 'growth' }, { signal }),
    );
  }

  /** Requests up to 100 cards with their population and growth. */
  getCards(ids: readonly string[], signal: AbortSignal): Promise<CardPopulationBatch> {
    return this.reuse(['batch', ids], () =>
      this.client.getCardPopulations(
        ids,
        { parsed_description: true, include: 'growth' },
        { signal },
      ),
    );
  }

  /** Finds the cards of a card's set that have its number, most graded first. */
  findPrints(card: Card, signal: AbortSignal): Promise<readonly SearchResult[]> {
    const { category, set_name, name, card_number } = card.parsed_description;
    return this.reuse(['prints', card.universal_card_id ?? card.card_id], async () => {
      if (!set_name || !name || !card_number) return [];
      const query = `${set_name} ${name} ${card_number}`.slice(0, MAX_QUERY);
      const { results } = await this.client.searchSimple(
        { query, sort: 'population', ...(category && { category }) },
        { signal },
      );
      return results.filter(
        (each) =>
          each.set_id === card.set_id && each.parsed_description.card_number === card_number,
      );
    });
  }

  /**
   * Finds the cards of a character or player: all results of a search that have the words of `slug` in their name. If
   * the search has more results than it returns, each year between those of its results is also searched.
   * @param year empty for all years
   */
  findNamed(slug: string, year: string, signal: AbortSignal): Promise<NamedCards> {
    const query = slug.replaceAll('-', ' ').slice(0, MAX_QUERY);
    return this.reuse(['named', query, year], async () => {
      let requests = 0;
      const request = (year: string, page: number) => {
        requests += 1;
        return this.client.searchSimple({ query, page, ...given({ year }) }, { signal });
      };
      const search = async (year: string) => {
        if (requests >= MAX_NAME_REQUESTS) return [];
        const first = await request(year, 1);
        const pages = Math.min(MAX_SEARCH_PAGE, Math.ceil(first.total / first.page_size));
        const count = Math.max(0, Math.min(pages - 1, MAX_NAME_REQUESTS - requests));
        const others = Array.from({ length: count }, (_none, at) => request(year, at + 2));
        return [first, ...(await Promise.all(others))];
      };
      const found = new Map<string, SearchResult>();
      const add = (pages: readonly SearchPage[]) => {
        for (const card of pages.flatMap(({ results }) => results)) found.set(pageIdOf(card), card);
      };
      const all = await search(year);
      add(all);
      const isCut = () => all.some((page) => !page.total_is_exact || page.total > found.size);
      if (year === '' && isCut()) {
        const { years } = await this.listFilterValues();
        const [from, to] = yearsOf([...found.values()]);
        const between = years.filter((each) => {
          const first = Number.parseInt(each, 10);
          return from <= first && first <= to;
        });
        // Add the cards in a fixed order, so that all instances of the site send the same page.
        add((await Promise.all(between.map(search))).flat());
      }
      return { query, isCut: isCut(), ...cardsNamed(slug, [...found.values()]) };
    });
  }

  /** Requests the history of a card's totals over the last three years. */
  getCardHistory(id: string, signal: AbortSignal): Promise<CardHistory> {
    return this.reuse(['history', id], () =>
      this.client.getCardHistory(id, { fields: 'totals' }, { signal }),
    );
  }

  /** Requests one graded copy with the population of its card. */
  getCert(grader: GraderName, cert: string, signal: AbortSignal): Promise<Cert> {
    return this.reuse(['cert', grader, cert], () =>
      this.client.lookupCert(grader, cert, { include: CERT_INCLUDE }, { signal }),
    );
  }

  /**
   * Requests the URLs of a cert's images. If the key lacks the permission, further calls fail without a request for
   * some time.
   * @throws ForbiddenError if the key lacks the permission; ProcessingError if the images are not available yet
   */
  async getCertImages(grader: GraderName, cert: string, signal: AbortSignal): Promise<CertImages> {
    const { imagesForbidden } = this;
    if (imagesForbidden && imagesForbidden.until > performance.now()) throw imagesForbidden.error;
    try {
      return await this.reuse(['images', grader, cert], () =>
        this.client.getCertImages(grader, cert, { signal }),
      );
    } catch (error) {
      if (error instanceof ForbiddenError) {
        this.imagesForbidden = { error, until: performance.now() + FORBIDDEN_MAX_AGE_MS };
      }
      throw error;
    }
  }

  /** Requests the record of a signature that PSA authenticated. */
  getAuthentication(cert: string, signal: AbortSignal): Promise<AuthenticationRecord> {
    return this.reuse(['authentication', cert], () =>
      this.client.lookupAuthentication(cert, { signal }),
    );
  }

  listSets(query: QueryOf<'listSets'>, signal: AbortSignal): Promise<ListPage<CardSet>> {
    return this.reuse(['sets', query], () => this.client.listSets(query, { signal }));
  }

  listMovers(query: QueryOf<'listMovers'>, signal: AbortSignal): Promise<Movers> {
    return this.reuse(['movers', query], () => this.client.listMovers(query, { signal }));
  }

  getActivity(query: QueryOf<'getActivity'>, signal: AbortSignal): Promise<Activity> {
    return this.reuse(['activity', query], () => this.client.getActivity(query, { signal }));
  }

  /**
   * Returns the categories and years of the sets with the most graded copies. Requests them at most every ten minutes.
   */
  async listFilterValues(): Promise<FilterValues> {
    const now = performance.now();
    if (!this.filterValues || this.filterValues.until < now) {
      const until = now + GRADES_MAX_AGE_MS;
      this.filterValues = { until, values: this.requestFilterValues(until) };
      this.filterValues.values.catch(() => {
        this.filterValues = undefined;
      });
    }
    return this.filterValues.values;
  }

  private async requestFilterValues(until: number): Promise<FilterValues> {
    const signal = this.begin();
    const [categories, years] = [new Set<string>(), new Set<string>()];
    for (let page = 1; page <= MAX_CATEGORY_PAGES; page += 1) {
      const { items, pagination } = await this.client.listSets({ page }, { signal });
      for (const { category, year } of items) {
        categories.add(category);
        years.add(year);
      }
      if (pagination.next_page === undefined) break;
    }
    const sorted = (names: ReadonlySet<string>): readonly string[] =>
      [...names].filter(Boolean).sort((one, other) => one.localeCompare(other, 'en'));
    const values = { categories: sorted(categories), years: sorted(years).toReversed() };
    this.receive(values, until);
    return values;
  }

  /** Returns the grade map. Sends at most one request every ten minutes. */
  async listGrades(signal: AbortSignal): Promise<readonly GradeMapRow[]> {
    const now = performance.now();
    const { grades } = this;
    if (grades && (this.received.get(grades)?.freshUntil ?? 0) > now) return grades;
    this.grades = await this.client.listGrades({ signal });
    this.receive(this.grades, now + GRADES_MAX_AGE_MS);
    return this.grades;
  }
}

/**
 * Waits for optional data of a page.
 * @returns the data or the error; never rejects
 */
export async function partOf<Value>(request: Promise<Value>): Promise<Part<Value>> {
  try {
    return { value: await request };
  } catch (error) {
    return { error };
  }
}

/**
 * Whether a page is complete even if a request failed with this error. This is the case if the data does not exist, is
 * not ready yet, or requires a permission that the key lacks.
 */
export function isSettled(error: unknown): boolean {
  return [NotFoundError, ForbiddenError, ProcessingError].some((each) => error instanceof each);
}

// Request uncompressed responses. The API is nearby, so decompressing a response would take longer than transferring
// its full size.
async function countingFetch(url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  try {
    const headers = { ...(init.headers as Record<string, string>), 'accept-encoding': 'identity' };
    const response = await apiFetch(String(url), { ...init, headers });
    apiRequests.inc({ status: response.status });
    return response;
  } catch (error) {
    apiRequests.inc({ status: 'none' });
    throw error;
  }
}
