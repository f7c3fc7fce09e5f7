import type { RequestOptions } from './options.js';
import type { SearchFilter, SearchPage, SearchQueryOf, SearchResult } from './types.js';

interface Search {
  searchSimple(query: SearchQueryOf<'searchSimple'>, options: RequestOptions): Promise<SearchPage>;
}

/** Yields the cards that match a query. Requests as many pages as necessary. */
export async function* searchCards(
  search: Search,
  text: string,
  { category, year, grader, ...options }: SearchFilter & RequestOptions,
): AsyncGenerator<SearchResult, void> {
  for (let page = 1; ; page += 1) {
    const query = { query: text, page, category, year, grader };
    const { results, has_more } = await search.searchSimple(query, options);
    yield* results;
    if (!has_more) return;
  }
}
