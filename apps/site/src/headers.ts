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

/** Headers of every response. They allow browsers to load files only from this site. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': policy("'none'"),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
};

export const SVG = 'image/svg+xml; charset=utf-8';
export const CSV = 'text/csv; charset=utf-8';

/** Headers for a response that other sites may load as an image. They replace the common headers. */
export const SHARED_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-resource-policy': 'cross-origin',
};

/** Headers for a page that other sites may show in a frame. They replace the common headers. */
export const FRAMED_HEADERS: Readonly<Record<string, string>> = {
  ...SHARED_HEADERS,
  'content-security-policy': policy('*'),
};

/** Returns headers for a page with images from other hosts. They replace the common headers. */
export const withImages = (origins: readonly string[]): Readonly<Record<string, string>> => ({
  'content-security-policy': policy("'none'", origins),
});

// Caches may reuse a page for ten seconds. For one more minute, they may serve the stale page while they revalidate it.
const CACHED = 'public, max-age=10, stale-while-revalidate=60';

/** Returns the `Cache-Control` of a page. An incomplete page must not be cached. */
export const cacheControl = (isWhole: boolean): string => (isWhole ? CACHED : 'no-store');
