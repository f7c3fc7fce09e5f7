const policy = (frameAncestors: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');

/** Of every response: a browser loads and runs only files from this site. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': policy("'none'"),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
};

/** In place of those, for what other sites may load as an image. */
export const SHARED_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-resource-policy': 'cross-origin',
};

/** In place of those, for a page that other sites may show in a frame. */
export const FRAMED_HEADERS: Readonly<Record<string, string>> = {
  ...SHARED_HEADERS,
  'content-security-policy': policy('*'),
};

// Caches in front may use a page for a moment. After that they revalidate it by its ETag.
const CACHED = 'public, max-age=10, stale-while-revalidate=60';

/** How long a page may be cached; an incomplete one not at all. */
export const cacheControl = (isWhole: boolean): string => (isWhole ? CACHED : 'no-store');
