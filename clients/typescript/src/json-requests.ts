import { type ApiPromise, type ApiResponse, apiPromise, apiResponse } from './api-promise.js';
import { BadRequestError, InvalidParameterError } from './errors.js';
import type { HttpTransport } from './http-transport.js';
import type { RequestOptions, ResponseCache } from './options.js';
import type { ListPage } from './types.js';

type Query = Readonly<Record<string, unknown>>;

export class JsonRequests {
  constructor(
    private readonly transport: HttpTransport,
    private readonly cache: ResponseCache | undefined,
  ) {}

  /**
   * Sends a request and returns the `data` of the response.
   * @param pathOf the result of {@link path}
   * @param read selects the part of the response to return; {@link pageOf} selects a list and its pagination
   */
  get<Data>(
    pathOf: () => string,
    query?: Query,
    options?: RequestOptions,
    read?: (body: Body) => unknown,
  ): ApiPromise<Data> {
    return apiPromise(this.send<Data>(pathOf, query, options, read));
  }

  private async send<Data>(
    pathOf: () => string,
    query: Query = {},
    options: RequestOptions = {},
    read: (body: Body) => unknown = dataOf,
  ): Promise<ApiResponse<Data>> {
    const target = pathOf() + searchOf(query);
    // Do not cache pages of lists, because the pagination may change although the `ETag` does not.
    const cache = read === dataOf ? this.cache : undefined;
    const cached = cache?.get(target);
    const headers = cached ? { 'if-none-match': cached.etag } : {};
    return this.transport.request({ ...options, target, headers }, async (response) => {
      if (cached && response.status === 304) return apiResponse(response, cached.data as Data);
      const text = await response.text();
      const body: Body | null = JSON.parse(text);
      if (body?.data === undefined) throw new Error('the response has no data');
      const data = read(body) as Data;
      const etag = response.headers.get('etag');
      if (etag !== null) cache?.set(target, { etag, data, size: text.length });
      return apiResponse(response, data);
    });
  }
}

interface Body {
  readonly data?: unknown;
  readonly meta?: { readonly pagination?: unknown };
}

const dataOf = ({ data }: Body) => data;

/** Selects the items and the pagination of a list. */
export const pageOf = ({ data, meta }: Body) => {
  if (meta?.pagination === undefined) throw new Error('the response has no pagination');
  return { items: data, pagination: meta.pagination };
};

/** Yields the items of all pages of a list. */
export async function* allItems<Item>(
  pageAt: (page: number) => Promise<ListPage<Item>>,
): AsyncGenerator<Item, void> {
  for (let page: number | undefined = 1; page !== undefined; ) {
    const { items, pagination }: ListPage<Item> = await pageAt(page);
    yield* items;
    page = pagination.next_page;
  }
}

/**
 * Returns a function that builds a path with encoded variables. The client calls this function as part of the request.
 * An invalid variable therefore rejects the request's promise instead of throwing synchronously.
 * @throws BadRequestError if a variable is empty, `.` or `..`, and would therefore result in another path, or if it is
 * not well-formed Unicode
 */
export function path(parts: TemplateStringsArray, ...variables: readonly string[]): () => string {
  return () => String.raw({ raw: parts }, ...variables.map(encodeSegment));
}

// `fetch` interprets the segments `.` and `..` even if they are encoded.
const NO_SEGMENTS = ['', '.', '..'];
const LONE_SURROGATE = /\p{Surrogate}/u;

function encodeSegment(segment: string): string {
  if (!NO_SEGMENTS.includes(segment) && !LONE_SURROGATE.test(segment)) {
    return encodeURIComponent(segment);
  }
  throw new BadRequestError({
    code: 'bad_request',
    message: `"${segment}" cannot be used as an id.`,
    status: 0,
    details: { type: 'malformed_uri' },
  });
}

/** @throws InvalidParameterError if an item of a list contains a comma, which would separate it into several items */
function searchOf(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) checkItems(name, value);
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters}` : '';
}

function checkItems(parameter: string, items: readonly unknown[]): void {
  const item = items.find((each) => String(each).includes(','));
  if (item === undefined) return;
  throw new InvalidParameterError({
    code: 'invalid_parameter',
    message: `"${item}" contains a comma, which separates items. Remove it.`,
    status: 0,
    details: { parameter, reason: 'malformed' },
  });
}
