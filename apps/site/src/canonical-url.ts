/** All query parameters that pages use, in the order in which canonical URLs contain them. */
const PARAMETERS = [
  ...['query', 'category', 'year', 'grader', 'sort', 'window', 'metric', 'chart', 'cert', 'page'],
  'v',
];

/**
 * Removes unknown, repeated and empty query parameters from a path, and sorts the others. Routes receive the resulting
 * URL, which is also the key in the page cache. A page can therefore not depend on anything else in the URL.
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
