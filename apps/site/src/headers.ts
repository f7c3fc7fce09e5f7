const policy = (frameAncestors: string, imageOrigins: readonly string[] = []): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    ["img-src 'self'", ...imageOrigins].join(' '),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');

/** Headers of every response. They make browsers load and run only files from this site. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': policy("'none'"),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
};

/** Headers that replace the common ones if other sites may load the response as an image. */
export const SHARED_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-resource-policy': 'cross-origin',
};

/** Headers that replace the common ones if other sites may show the page in a frame. */
export const FRAMED_HEADERS: Readonly<Record<string, string>> = {
  ...SHARED_HEADERS,
  'content-security-policy': policy('*'),
};

/** Returns the headers that replace the common ones if the page shows images from other hosts. */
export const withImages = (origins: readonly string[]): Readonly<Record<string, string>> => ({
  'content-security-policy': policy("'none'", origins),
});

// Shared caches may reuse a page for ten seconds. After that, they revalidate it by its ETag.
const CACHED = 'public, max-age=10, stale-while-revalidate=60';

/** Returns the `Cache-Control` of a page. An incomplete page must not be cached. */
export const cacheControl = (isWhole: boolean): string => (isWhole ? CACHED : 'no-store');
