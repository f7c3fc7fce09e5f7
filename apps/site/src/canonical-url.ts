/** All query parameters of pages, in their order in canonical URLs. */
const PARAMETERS = [
  ...[
    'query',
    'category',
    'year',
    'grader',
    'sort',
    'order',
    'parallel',
    'has_gem',
    'window',
    'metric',
    'chart',
    'unit',
    'range',
    'cert',
    'ids',
    'page',
  ],
  'v',
];

/**
 * Removes a slash at the end of a path, and unknown, repeated and empty query parameters, and sorts the remaining ones.
 * `q` becomes `query`, as in the API. The resulting URL is the key in the page cache. Routes also receive this URL, so a
 * page cannot depend on anything that was removed.
 */
export function canonicalUrl(url: string): string {
  const start = url.indexOf('?');
  const whole = start < 0 ? url : url.slice(0, start);
  const path = whole.length > 1 && whole.endsWith('/') ? whole.slice(0, -1) : whole;
  if (start < 0) return path;
  const given = new URLSearchParams(url.slice(start + 1));
  const known = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = given.get(name) || (name === 'query' && given.get('q'));
    if (value) known.set(name, value);
  }
  return known.size > 0 ? `${path}?${known}` : path;
}
