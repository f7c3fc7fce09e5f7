/** All query parameters that pages read, in the order of canonical URLs. */
const PARAMETERS = [
  ...['query', 'category', 'year', 'grader', 'sort', 'window', 'metric', 'chart', 'cert', 'page'],
  // Version of an asset.
  'v',
];

/**
 * Removes unknown, repeated and empty query parameters from a path, and orders the others. Routes see only the result,
 * so a page cannot depend on anything that is not part of its key in the page cache.
 */
export function canonicalUrl(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return url;
  const given = new URLSearchParams(url.slice(start + 1));
  const known = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = given.get(name);
    if (value) known.set(name, value);
  }
  const path = url.slice(0, start);
  return known.size > 0 ? `${path}?${known}` : path;
}
