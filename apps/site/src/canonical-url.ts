/** All query parameters of pages, in their order in canonical URLs. */
const PARAMETERS = [
  ...['query', 'category', 'year', 'grader', 'sort', 'window', 'metric', 'chart', 'cert', 'page'],
  'v',
];

/**
 * Removes unknown, repeated and empty query parameters from a path, and sorts the remaining ones. `q` becomes `query`,
 * as in the API. The resulting URL is the key in the page cache. Routes also receive this URL, so a page cannot depend
 * on anything that was removed.
 */
export function canonicalUrl(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return url;
  const given = new URLSearchParams(url.slice(start + 1));
  const known = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = given.get(name) || (name === 'query' && given.get('q'));
    if (value) known.set(name, value);
  }
  const path = url.slice(0, start);
  return known.size > 0 ? `${path}?${known}` : path;
}
