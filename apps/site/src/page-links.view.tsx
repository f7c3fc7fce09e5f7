import type { VNode } from 'preact';

/**
 * Renders links to the previous and the next page, or nothing if there is only one page. On a page after the last one,
 * the previous page is the last page.
 */
export function PageLinks({
  label,
  page,
  pages,
  hasMore,
  urlOf,
}: {
  label: string;
  page: number;
  pages?: number;
  hasMore: boolean;
  urlOf: (page: number) => string;
}): VNode | null {
  if (page === 1 && !hasMore) return null;
  return (
    <nav class="pages" aria-label={label}>
      {page > 1 && (
        <a rel="prev" href={urlOf(Math.max(1, Math.min(page - 1, pages ?? page)))}>
          Previous page
        </a>
      )}
      <span>
        Page {page}
        {pages !== undefined && ` of ${Math.max(pages, 1)}`}
      </span>
      {hasMore && (
        <a rel="next" href={urlOf(page + 1)}>
          Next page
        </a>
      )}
    </nav>
  );
}

/** Adds the parameters that have a value to a path, as a query string. */
export function pathWith(path: string, parameters: Readonly<Record<string, string>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== '');
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}
